/* All that is kept of a namespace, for an export; no row if it is not there. Vectors and edges that follow from the
 * properties are left out. */
// params: namespace
CYPHER 25
MATCH (n:Namespace {name: $namespace})
RETURN toString(n.recorded_at) AS recorded_at, n.sequence AS sequence, n.policies AS policies,
  toString(n.paused_at) AS paused_at, coalesce(n.pins, []) AS pins,
  COLLECT {
    MATCH (e:Episode) WHERE e.namespace = $namespace AND e.id IS NOT NULL
    RETURN e {.id, .session, .summary, .topics, .importance, occurred_at: toString(e.occurred_at),
      recorded_at: toString(e.recorded_at)}
  } AS episodes,
  COLLECT {
    MATCH (t:Turn) WHERE t.namespace = $namespace AND t.id IS NOT NULL
    RETURN t {.id, .episode, .ordinal, .role, .speaker, .text, .offset, at: toString(t.at)}
  } AS turns,
  COLLECT {
    MATCH (e:Entity) WHERE e.namespace = $namespace AND e.id IS NOT NULL RETURN e {.*}
  } AS entities,
  COLLECT {
    MATCH (name:Name) WHERE name.namespace = $namespace AND name.key IS NOT NULL RETURN name {.*}
  } AS names,
  COLLECT {
    MATCH (e:Episode) WHERE e.namespace = $namespace AND e.id IS NOT NULL
    MATCH (e)-[m:MENTIONS]->(thing:Entity)
    RETURN [e.id, thing.id, m.name]
  } AS mentions,
  COLLECT {
    MATCH (m:Merge) WHERE m.namespace = $namespace AND m.id IS NOT NULL
    RETURN m {.*, recorded_at: toString(m.recorded_at), undone_at: toString(m.undone_at)}
  } AS merges,
  COLLECT {
    MATCH (a:Assertion) WHERE a.namespace = $namespace AND a.id IS NOT NULL
    RETURN a {.*, recorded_at: toString(a.recorded_at), said_at: toString(a.said_at),
      valid_at: toString(a.valid_at), invalid_at: toString(a.invalid_at), withdrawn_at: toString(a.withdrawn_at)}
  } AS assertions,
  COLLECT {
    MATCH (f:Fact) WHERE f.namespace = $namespace AND f.id IS NOT NULL AND f.version IS NOT NULL
    RETURN f {.id, .version, .said, .subject, .predicate, .object, .object_name, .category, .stance,
      .valid_precision, .invalid_precision, .valid_offset, .invalid_offset, .language, .text,
      valid_at: toString(f.valid_at), invalid_at: toString(f.invalid_at), recorded_at: toString(f.recorded_at),
      expired_at: toString(f.expired_at)}
  } AS rows
