/* The rows of a selection and all that shows them: assertions, entities, pins, what they depend on.
 * One of `by_fact`, `by_subject`, `by_object` (ids) or `by_all` ([true]) is the way in; the rest filters.
 * `windows`: {stance, until, after}: a row began by `until` and ends after `after`; its belief likewise
 * (`known_until`, `known_after`). A history also asks what was said, by one of the `said_by_…`; `said_by_slot`
 * ([true]) is what else is said, and not withdrawn, in the slots of the rows. */
// params: namespace, by_fact, by_subject, by_object, by_all, subjects, objects, predicates, facts,
//   windows, known_until, known_after, said_by_fact, said_by_subject, said_by_predicate, said_by_slot, said_by_all, open
CYPHER 25 replan=skip
CALL () {
  UNWIND $by_fact AS id
  MATCH (f:Fact {namespace: $namespace, id: id}) WHERE f.version IS NOT NULL
  RETURN f
  UNION
  UNWIND $by_subject AS id
  MATCH (f:Fact {namespace: $namespace, subject: id})
  RETURN f
  UNION
  UNWIND $by_object AS id
  MATCH (f:Fact {namespace: $namespace, object: id})
  RETURN f
  UNION
  UNWIND $by_all AS _
  MATCH (f:Fact) WHERE f.namespace = $namespace AND f.expired_at > $known_after AND f.recorded_at IS NOT NULL
  RETURN f
}
WITH f
WHERE f.recorded_at <= $known_until AND f.expired_at > $known_after
  AND ($subjects IS NULL OR f.subject IN $subjects)
  AND ($objects IS NULL OR f.object IN $objects)
  AND ($predicates IS NULL OR f.predicate IN $predicates)
  AND ($facts IS NULL OR f.id IN $facts)
  AND any(w IN $windows WHERE w.stance = f.stance AND f.valid_at <= w.until AND f.invalid_at > w.after)
WITH collect(f) AS facts
CALL (facts) {
  CALL (facts) {
    UNWIND $said_by_fact AS id MATCH (a:Assertion {namespace: $namespace, fact: id}) RETURN a
    UNION
    UNWIND $said_by_subject AS id
    CALL (id) {
      MATCH (:Entity {namespace: $namespace, id: id})<-[:MERGED_INTO*0..20]-(e:Entity)
      RETURN DISTINCT e.id AS member
    }
    MATCH (a:Assertion {namespace: $namespace, subject: member})
    RETURN a
    UNION
    CALL () {
      MATCH (m:Merge) WHERE m.namespace = $namespace AND m.id IS NOT NULL AND $said_by_subject <> []
      UNWIND m.assertions AS id
      RETURN DISTINCT id AS split
    }
    MATCH (a:Assertion {namespace: $namespace, id: split})
    RETURN a
    UNION
    UNWIND $said_by_predicate AS name MATCH (a:Assertion {namespace: $namespace, predicate: name}) RETURN a
    UNION
    CALL (facts) {
      UNWIND $said_by_slot AS _
      UNWIND facts AS f
      MATCH (on:Assertion {namespace: $namespace, fact: f.id})
      RETURN collect(DISTINCT f.id) AS held, collect(DISTINCT on.slot) AS slots
    }
    CALL (slots) {
      UNWIND slots AS slot
      MATCH (a:Assertion {namespace: $namespace, slot: slot})
      RETURN a
      UNION
      UNWIND slots AS slot
      MATCH (a:Assertion {namespace: $namespace, replaced_slot: slot})
      RETURN a
    }
    WITH a, held WHERE a.withdrawn_at = $open AND NOT a.fact IN held
    RETURN a
    UNION
    UNWIND $said_by_all AS _
    MATCH (a:Assertion) WHERE a.namespace = $namespace AND a.id IS NOT NULL
    RETURN a
  }
  RETURN collect(a) AS told
}
CALL (facts) {
  UNWIND facts AS f
  WITH DISTINCT f.id AS fact
  CALL (fact) {
    MATCH (a:Assertion {namespace: $namespace, fact: fact})
    RETURN a
    UNION
    MATCH (a:Assertion {namespace: $namespace, line: fact})
    RETURN a
  }
  RETURN collect(DISTINCT a) AS evidence
}
CALL () {
  MATCH (a:Dependent {namespace: $namespace})
  RETURN collect(a) AS declared
}
CALL (declared) {
  UNWIND declared AS a
  UNWIND a.depends_on AS line
  WITH DISTINCT line
  MATCH (on:Assertion {namespace: $namespace, line: line})
  RETURN collect(DISTINCT [on.line, on.fact]) AS lines
}
CALL (lines) {
  UNWIND lines AS pair
  UNWIND pair AS fact
  WITH DISTINCT fact
  MATCH (f:Fact {namespace: $namespace, id: fact}) WHERE f.version IS NOT NULL
  RETURN collect(f) AS depended
}
RETURN
  [f IN facts | f {.id, .version, .said, .subject, .predicate, .object, .object_name, .category, .stance,
    .valid_precision, .invalid_precision, .valid_offset, .invalid_offset, .language, .text, valid_at: toString(f.valid_at),
    invalid_at: toString(f.invalid_at), recorded_at: toString(f.recorded_at), expired_at: toString(f.expired_at)}] AS rows,
  [a IN evidence | a {.*, recorded_at: toString(a.recorded_at), said_at: toString(a.said_at),
    valid_at: toString(a.valid_at), invalid_at: toString(a.invalid_at),
    withdrawn_at: toString(a.withdrawn_at)}] AS assertions,
  [a IN told | a {.*, recorded_at: toString(a.recorded_at), said_at: toString(a.said_at),
    valid_at: toString(a.valid_at), invalid_at: toString(a.invalid_at),
    withdrawn_at: toString(a.withdrawn_at)}] AS said,
  COLLECT {
    UNWIND [f IN facts | f.subject] + [f IN facts | f.object] + [a IN told | a.subject] + [a IN told | a.object]
      AS id
    WITH DISTINCT id
    MATCH (e:Entity {namespace: $namespace, id: id})
    RETURN e {.*}
  } AS entities,
  COLLECT { MATCH (n:Namespace {name: $namespace}) UNWIND n.pins AS pin RETURN pin } AS pins,
  COLLECT {
    MATCH (m:Merge) WHERE m.namespace = $namespace AND m.id IS NOT NULL
    RETURN m {.*, recorded_at: toString(m.recorded_at), undone_at: toString(m.undone_at)}
  } AS merges,
  [a IN declared | a {.*, recorded_at: toString(a.recorded_at), said_at: toString(a.said_at),
    valid_at: toString(a.valid_at), invalid_at: toString(a.invalid_at),
    withdrawn_at: toString(a.withdrawn_at)}] AS declared,
  lines,
  [f IN depended | f {.id, .version, .said, .subject, .predicate, .object, .object_name, .category, .stance,
    .valid_precision, .invalid_precision, .valid_offset, .invalid_offset, .language, .text, valid_at: toString(f.valid_at),
    invalid_at: toString(f.invalid_at), recorded_at: toString(f.recorded_at), expired_at: toString(f.expired_at)}] AS depended
