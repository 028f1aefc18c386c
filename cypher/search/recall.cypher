/* One recall, whole: the channels' candidates, each bounded, and everything they point at.
 * `vectors`, `texts`: one, or none to go without that channel; of facts both are of what is believed now, so a recall
 * at a past `known_at` gives `past_vectors` and `past_phrases` instead and reads the namespace's facts one by one.
 * `windows`: {stance, until, after}: a row began by `until` and ends after `after`; its belief likewise
 * (`known_until`, `known_after`). A walk starts at what is named, takes what was merged for one thing, and
 * never passes through the person; past its first step it follows relations against their direction only where
 * they are few. A turn brings those up to `near` places from it, and of `sensitive` predicates what it is evidence for;
 * `overruled` is, for each thing it claims, whether that was withdrawn, or does not hold at `as_of` though it was to.
 * `apart`: {began, since, until, topic, kind, predicates}, one or none: facts and turns of that time and of these (''
 * and [] are any), `most` at most, the newest; the nearest of them are candidates; if `filtered`, all their ids are told.
 * `walk_until`, `walk_after`: like those of a window, for the edges of a walk. */
// params: namespace, keys, person, hops, fanout, walked, vectors, dimensions, texts, past_vectors, past_phrases,
//   windows, apart, most, filtered, walk_until, walk_after, known_until, known_after, past, open, as_of, few, limit, wide, near,
//   recent, news, sensitive
CYPHER 25 replan=skip
WITH EXISTS { MATCH (m:Merge) WHERE m.namespace = $namespace AND m.id IS NOT NULL } AS merged,
  datetime($as_of) AS as_of, datetime($open) AS open,
  [w IN $windows | w {.stance, until: datetime(w.until), after: datetime(w.after)}] AS windows,
  datetime($walk_until) AS until, datetime($walk_after) AS after,
  datetime($known_until) AS known_until, datetime($known_after) AS known_after
CALL (merged) {
  UNWIND $keys AS key
  MATCH (:Name {namespace: $namespace, key: key})-[:NAMES]->(e:Entity)
  WITH DISTINCT e, merged
  UNWIND CASE WHEN merged THEN COLLECT {
    MATCH (e)-[:MERGED_INTO*0..20]->(now:Entity) WHERE NOT EXISTS { (now)-[:MERGED_INTO]->() } RETURN now
  } ELSE [e] END AS now
  RETURN collect(DISTINCT now) AS named
}
CALL (named, merged) {
  UNWIND CASE WHEN merged THEN named ELSE [] END AS e
  MATCH (e)-[:MERGED_INTO*0..20]-(same:Entity)
  RETURN CASE WHEN merged THEN collect(DISTINCT same) ELSE named END AS same
}
WITH *, CASE WHEN size(named) <= $fanout THEN same ELSE [] END AS start1,
  same + COLLECT { MATCH (e:Entity {namespace: $namespace, id: $person}) RETURN e } AS seen1
CALL (start1, until, after, known_until, known_after) {
  UNWIND start1 AS e
  MATCH (e)-[:SUBJECT_OF|OBJECT]-(f:Fact)
  WHERE f.stance = 'stated' AND f.valid_at <= until AND f.invalid_at > after
    AND CASE WHEN $past THEN f.recorded_at <= known_until AND f.expired_at > known_after ELSE f:Believed END
  WITH DISTINCT f ORDER BY f.recorded_at DESC, f.id LIMIT $fanout
  RETURN collect(f) AS edges1
}
CALL (edges1, seen1, merged) {
  UNWIND CASE WHEN $hops > 1 AND size(edges1) < $walked THEN edges1 ELSE [] END AS f
  MATCH (f)-[:SUBJECT_OF|OBJECT]-(end:Entity)
  WITH DISTINCT end, seen1, merged
  UNWIND CASE WHEN merged THEN COLLECT { MATCH (end)-[:MERGED_INTO*0..20]-(e:Entity) RETURN e } ELSE [end] END AS e
  WITH DISTINCT e, seen1 WHERE NOT e IN seen1
  WITH collect(e) AS next
  RETURN CASE WHEN size(next) <= $fanout THEN next ELSE [] END AS start2, seen1 + next AS seen2
}
CALL (start2, until, after, known_until, known_after) {
  UNWIND start2 AS e
  MATCH (e)-[:SUBJECT_OF]->(f:Fact)
  WHERE f.stance = 'stated' AND f.valid_at <= until AND f.invalid_at > after
    AND CASE WHEN $past THEN f.recorded_at <= known_until AND f.expired_at > known_after ELSE f:Believed END
  WITH DISTINCT f ORDER BY f.recorded_at DESC, f.id LIMIT $fanout
  RETURN collect(f) AS out2
}
CALL (start2, out2, until, after, known_until, known_after) {
  UNWIND start2 AS e
  MATCH (e)<-[:OBJECT]-(f:Fact)
  WHERE f.stance = 'stated' AND f.valid_at <= until AND f.invalid_at > after
    AND CASE WHEN $past THEN f.recorded_at <= known_until AND f.expired_at > known_after ELSE f:Believed END
  WITH DISTINCT f LIMIT $fanout + 1
  WITH collect(f) AS into
  RETURN out2 + CASE WHEN size(into) + size(out2) <= $fanout THEN into ELSE [] END AS edges2
}
CALL (edges1, edges2, seen2, merged) {
  UNWIND CASE WHEN $hops > 2 AND size(edges1) + size(edges2) < $walked THEN edges2 ELSE [] END AS f
  MATCH (f)-[:SUBJECT_OF|OBJECT]-(end:Entity)
  WITH DISTINCT end, seen2, merged
  UNWIND CASE WHEN merged THEN COLLECT { MATCH (end)-[:MERGED_INTO*0..20]-(e:Entity) RETURN e } ELSE [end] END AS e
  WITH DISTINCT e, seen2 WHERE NOT e IN seen2
  WITH collect(e) AS next
  RETURN CASE WHEN size(next) <= $fanout THEN next ELSE [] END AS start3, seen2 + next AS seen3
}
CALL (start3, until, after, known_until, known_after) {
  UNWIND start3 AS e
  MATCH (e)-[:SUBJECT_OF]->(f:Fact)
  WHERE f.stance = 'stated' AND f.valid_at <= until AND f.invalid_at > after
    AND CASE WHEN $past THEN f.recorded_at <= known_until AND f.expired_at > known_after ELSE f:Believed END
  WITH DISTINCT f ORDER BY f.recorded_at DESC, f.id LIMIT $fanout
  RETURN collect(f) AS out3
}
CALL (start3, out3, until, after, known_until, known_after) {
  UNWIND start3 AS e
  MATCH (e)<-[:OBJECT]-(f:Fact)
  WHERE f.stance = 'stated' AND f.valid_at <= until AND f.invalid_at > after
    AND CASE WHEN $past THEN f.recorded_at <= known_until AND f.expired_at > known_after ELSE f:Believed END
  WITH DISTINCT f LIMIT $fanout + 1
  WITH collect(f) AS into
  RETURN out3 + CASE WHEN size(into) + size(out3) <= $fanout THEN into ELSE [] END AS edges3
}
CALL (edges1, edges2, edges3, seen3, merged) {
  UNWIND CASE WHEN $hops > 3 AND size(edges1) + size(edges2) + size(edges3) < $walked THEN edges3 ELSE [] END AS f
  MATCH (f)-[:SUBJECT_OF|OBJECT]-(end:Entity)
  WITH DISTINCT end, seen3, merged
  UNWIND CASE WHEN merged THEN COLLECT { MATCH (end)-[:MERGED_INTO*0..20]-(e:Entity) RETURN e } ELSE [end] END AS e
  WITH DISTINCT e, seen3 WHERE NOT e IN seen3
  WITH collect(e) AS next
  RETURN CASE WHEN size(next) <= $fanout THEN next ELSE [] END AS start4, seen3 + next AS seen4
}
CALL (start4, until, after, known_until, known_after) {
  UNWIND start4 AS e
  MATCH (e)-[:SUBJECT_OF]->(f:Fact)
  WHERE f.stance = 'stated' AND f.valid_at <= until AND f.invalid_at > after
    AND CASE WHEN $past THEN f.recorded_at <= known_until AND f.expired_at > known_after ELSE f:Believed END
  WITH DISTINCT f ORDER BY f.recorded_at DESC, f.id LIMIT $fanout
  RETURN collect(f) AS out4
}
CALL (start4, out4, until, after, known_until, known_after) {
  UNWIND start4 AS e
  MATCH (e)<-[:OBJECT]-(f:Fact)
  WHERE f.stance = 'stated' AND f.valid_at <= until AND f.invalid_at > after
    AND CASE WHEN $past THEN f.recorded_at <= known_until AND f.expired_at > known_after ELSE f:Believed END
  WITH DISTINCT f LIMIT $fanout + 1
  WITH collect(f) AS into
  RETURN out4 + CASE WHEN size(into) + size(out4) <= $fanout THEN into ELSE [] END AS edges4
}
WITH named, windows, as_of, open, known_until, known_after,
  size(windows) = 1 AND windows[0].stance = 'stated' AS plain,
  [[edges1, 1.0], [edges2, 0.5], [edges3, 1.0 / 3], [edges4, 0.25]] AS walked
CALL (open, known_until, known_after) {
  UNWIND $apart AS q
  MATCH (f:Fact)
  WHERE f.namespace = $namespace AND f.valid_at >= datetime(q.began) AND f.valid_at < datetime(q.until)
    AND f.invalid_at > datetime(q.since) AND f.recorded_at <= known_until AND f.expired_at > known_after
    AND (q.predicates = [] OR f.predicate IN q.predicates)
    AND (q.kind = '' OR EXISTS { (f)-[:SUBJECT_OF|OBJECT]-(:Entity {kind: q.kind}) })
    AND (q.topic = '' OR EXISTS {
      MATCH (a:Assertion {namespace: $namespace, fact: f.id})
      WHERE a.withdrawn_at = open AND EXISTS {
        MATCH (e:Episode {namespace: $namespace, id: a.episode})
        WHERE any(topic IN e.topics WHERE toLower(topic) = q.topic) } })
  WITH f ORDER BY f.valid_at DESC
  RETURN collect(f)[..$most] AS facts_apart
}
CALL (open) {
  UNWIND $apart AS q
  MATCH (t:Turn)
  WHERE t.namespace = $namespace AND t.at >= datetime(q.since) AND t.at < datetime(q.until) AND t.role <> 'api'
    AND ((q.predicates = [] AND q.kind = '') OR EXISTS {
      MATCH (t)-[:EVIDENCE_FOR]->(a:Assertion)
      WHERE a.withdrawn_at = open AND (q.predicates = [] OR a.predicate IN q.predicates)
        AND (q.kind = '' OR EXISTS {
          MATCH (e:Entity {namespace: $namespace}) WHERE e.id IN [a.subject, a.object] AND e.kind = q.kind }) })
    AND (q.topic = '' OR EXISTS {
      MATCH (e:Episode {namespace: $namespace, id: t.episode})
      WHERE any(topic IN e.topics WHERE toLower(topic) = q.topic) })
  WITH t ORDER BY t.at DESC
  RETURN collect(t)[..$most] AS turns_apart
}
CALL (walked, facts_apart, turns_apart, windows, plain, open, known_until, known_after) {
  CALL (walked, facts_apart, turns_apart, windows, plain, open, known_until, known_after) {
    UNWIND CASE WHEN $past THEN [] ELSE $vectors END AS vector
    UNWIND windows AS w
    CALL (vector, w) {
      MATCH (f:Believed)
      SEARCH f IN (VECTOR INDEX graphmem_fact_vectors FOR vector
        WHERE f.namespace = $namespace AND f.stance = w.stance AND f.valid_at <= w.until AND f.invalid_at > w.after
        LIMIT $few) SCORE AS score
      RETURN f, score
    }
    WITH DISTINCT f, score ORDER BY score DESC LIMIT $few
    RETURN 'vector' AS channel, 'fact' AS kind, f AS node, 2 * score - 1 AS score
    UNION ALL
    UNWIND $vectors AS vector
    CALL (vector) {
      MATCH (t:Turn)
      SEARCH t IN (VECTOR INDEX graphmem_turn_vectors FOR vector WHERE t.namespace = $namespace LIMIT $limit)
        SCORE AS score
      RETURN t, score
    }
    RETURN 'vector' AS channel, 'turn' AS kind, t AS node, 2 * score - 1 AS score
    UNION ALL
    UNWIND $vectors AS vector
    CALL (vector) {
      MATCH (e:Episode)
      SEARCH e IN (VECTOR INDEX graphmem_episode_vectors FOR vector WHERE e.namespace = $namespace LIMIT 3)
        SCORE AS score
      RETURN e, score
    }
    RETURN 'vector' AS channel, 'episode' AS kind, e AS node, 2 * score - 1 AS score
    UNION ALL
    UNWIND $texts AS text
    CALL db.index.fulltext.queryNodes('graphmem_words', text, {limit: $wide}) YIELD node, score
    WITH node, score, windows, node:Believed AS believed
    WHERE score > 0 AND NOT node:Episode AND NOT ($past AND believed)
    WITH believed, windows, collect([node, score]) AS found
    UNWIND found[..CASE WHEN believed THEN 2 * $few ELSE $wide END] AS hit
    WITH believed, hit, hit[0] AS node, windows
    WHERE node.namespace = $namespace AND (NOT believed
      OR any(w IN windows WHERE w.stance = node.stance AND node.valid_at <= w.until AND node.invalid_at > w.after))
    WITH believed, collect(hit) AS found
    UNWIND found[..CASE WHEN believed THEN $few ELSE $limit END] AS hit
    RETURN 'text' AS channel, CASE WHEN believed THEN 'fact' ELSE 'turn' END AS kind, hit[0] AS node, hit[1] AS score
    UNION ALL
    UNWIND $past_vectors AS vector
    MATCH (f:Fact)
    WHERE f.namespace = $namespace AND f.expired_at > known_after AND f.recorded_at <= known_until
      AND any(w IN windows WHERE w.stance = f.stance AND f.valid_at <= w.until AND f.invalid_at > w.after)
      AND size(f.embedding) = $dimensions
    WITH f, 2 * vector.similarity.cosine(f.embedding, vector) - 1 AS score
    ORDER BY score DESC, f.id LIMIT $few
    RETURN 'vector' AS channel, 'fact' AS kind, f AS node, score
    UNION ALL
    UNWIND $past_phrases AS phrases
    MATCH (f:Fact)
    WHERE f.namespace = $namespace AND f.expired_at > known_after AND f.recorded_at <= known_until
      AND any(w IN windows WHERE w.stance = f.stance AND f.valid_at <= w.until AND f.invalid_at > w.after)
    WITH f, toFloat(size([p IN phrases WHERE f.words CONTAINS p])) AS score
    WHERE score > 0
    WITH f, score ORDER BY score DESC, f.id LIMIT $few
    RETURN 'text' AS channel, 'fact' AS kind, f AS node, score
    UNION ALL
    CALL (facts_apart, turns_apart, windows) {
      UNWIND facts_apart AS f
      WITH f, windows
      WHERE any(w IN windows WHERE w.stance = f.stance AND f.valid_at <= w.until AND f.invalid_at > w.after)
      RETURN f AS node, 'fact' AS kind
      UNION ALL
      UNWIND turns_apart AS t
      RETURN t AS node, 'turn' AS kind
    }
    WITH kind, node, CASE WHEN size(node.embedding) = $dimensions
      THEN 2 * vector.similarity.cosine(node.embedding, $vectors[0]) - 1 ELSE 0.0 END AS score
    ORDER BY score DESC, node.id
    WITH kind, collect([node, score]) AS found
    UNWIND found[..CASE WHEN kind = 'fact' THEN $few ELSE $limit END] AS hit
    RETURN CASE WHEN $filtered THEN 'kept' ELSE 'moment' END AS channel, kind, hit[0] AS node, hit[1] AS score
    UNION ALL
    UNWIND walked AS hop
    UNWIND hop[0] AS f
    WITH f, hop[1] AS score, windows, plain
    WHERE plain OR any(w IN windows WHERE w.stance = f.stance AND f.valid_at <= w.until AND f.invalid_at > w.after)
    WITH f, score LIMIT $walked
    RETURN 'walk' AS channel, 'fact' AS kind, f AS node, score
    UNION ALL
    MATCH (n:Namespace {name: $namespace})
    UNWIND n.pins AS pin
    MATCH (f:Fact {namespace: $namespace, id: pin}) WHERE f.version IS NOT NULL
      AND CASE WHEN $past THEN f.recorded_at <= known_until AND f.expired_at > known_after ELSE f:Believed END
      AND any(w IN windows WHERE w.stance = f.stance AND f.valid_at <= w.until AND f.invalid_at > w.after)
    WITH f ORDER BY f.id LIMIT $few
    RETURN 'pinned' AS channel, 'fact' AS kind, f AS node, 1.0 AS score
    UNION ALL
    CALL (open) {
      MATCH (f:Fact) WHERE f.namespace = $namespace AND f.expired_at = open AND f.recorded_at <= open
      WITH f ORDER BY f.namespace DESC, f.expired_at DESC, f.recorded_at DESC LIMIT $recent
      RETURN collect(f) AS latest
    }
    UNWIND range(0, size(latest) - 1) AS rank
    WITH latest[rank] AS f, rank, windows, known_until, known_after
    WHERE (rank < $news OR f:Unembedded)
      AND (NOT $past OR (f.recorded_at <= known_until AND f.expired_at > known_after))
      AND any(w IN windows WHERE w.stance = f.stance AND f.valid_at <= w.until AND f.invalid_at > w.after)
    RETURN 'recent' AS channel, 'fact' AS kind, f AS node, 1.0 / (rank + 1) AS score
  }
  RETURN collect({channel: channel, kind: kind, node: node, score: score}) AS hits
}
CALL (hits) {
  UNWIND hits AS hit
  WITH hit WHERE hit.kind = 'fact'
  WITH hit.node AS f, collect([hit.channel, hit.score]) AS channels
  WITH f, channels, properties(f) AS p
  RETURN collect(f) AS facts, collect([channels,
    CASE WHEN NOT $past AND size(p.embedding) = $dimensions AND none(c IN channels WHERE c[0] = 'vector')
      THEN 2 * vector.similarity.cosine(p.embedding, $vectors[0]) - 1 END,
    p.id, p.version, p.subject, p.predicate, p.object, p.object_name, p.text, toString(p.recorded_at),
    toString(p.valid_at), toString(p.invalid_at), p.said, p.category, p.stance, p.valid_precision,
    p.invalid_precision, p.valid_offset, p.invalid_offset, p.language, toString(p.expired_at)]) AS rows
}
CALL (hits, as_of, open, known_until, known_after) {
  UNWIND hits AS hit
  WITH hit, as_of, open, known_until, known_after WHERE hit.kind = 'turn'
  WITH hit.node AS t, as_of, open, known_until, known_after, collect([hit.channel, hit.score]) AS channels
  UNWIND range(t.ordinal - $near, t.ordinal + $near) AS place
  MATCH (n:Turn {namespace: $namespace, episode: t.episode, ordinal: place}) WHERE n.role <> 'api'
  WITH n, as_of, open, known_until, known_after,
    reduce(own = [], c IN collect(CASE WHEN n = t THEN channels ELSE [] END) | own + c) AS channels
  MATCH (e:Episode {namespace: $namespace, id: n.episode}) WHERE e.recorded_at <= known_until
  WITH n, e, channels, as_of, open, known_until, known_after,
    CASE WHEN none(c IN channels WHERE c[0] = 'vector') THEN n.embedding END AS embedding
  RETURN collect(n {.namespace, .id, .episode, .ordinal, .role, .speaker, .text, .offset, at: toString(n.at),
    session: e.session, importance: e.importance, channels: channels,
    cosine: CASE WHEN size(embedding) = $dimensions
      THEN 2 * vector.similarity.cosine(embedding, $vectors[0]) - 1 END,
    holds: COLLECT {
      MATCH (n)-[:EVIDENCE_FOR]->(a:Assertion)
      WHERE a.predicate IN $sensitive AND a.withdrawn_at = open
      RETURN [a.predicate, a.object_name]
    },
    overruled: COLLECT {
      MATCH (n)-[:EVIDENCE_FOR]->(a:Assertion)
      WHERE NOT a.stance IN ['ended', 'negated'] AND a.recorded_at <= known_until
      RETURN a.withdrawn_at <= known_after OR (
        (a.stance <> 'stated' OR (a.valid_at <= as_of AND a.invalid_at > as_of))
        AND NOT EXISTS {
          MATCH (f:Fact {namespace: $namespace, id: a.fact})
          WHERE f.recorded_at <= known_until AND f.expired_at > known_after
            AND (f.stance <> 'stated' OR (f.valid_at <= as_of AND f.invalid_at > as_of)) })
    }}) AS turns
}
CALL (facts) {
  UNWIND CASE WHEN $past THEN [] ELSE facts END AS f
  MATCH (a:Assertion)-[:SUPPORTS]->(f)
  WITH DISTINCT a
  WITH properties(a) AS p
  RETURN collect([p.id, p.sequence, p.fact, p.line, p.stance, p.source, p.confidence, p.quote, p.turn, p.episode,
    toString(p.said_at)]) AS said_now
}
CALL (facts, known_until, known_after) {
  UNWIND CASE WHEN $past THEN facts ELSE [] END AS f
  WITH DISTINCT f.id AS fact, known_until, known_after
  CALL (fact) {
    MATCH (a:Assertion {namespace: $namespace, fact: fact}) RETURN a
    UNION
    MATCH (a:Assertion {namespace: $namespace, line: fact}) RETURN a
  }
  WITH DISTINCT a, known_until, known_after
  WHERE a.withdrawn_at > known_after AND a.recorded_at <= known_until
  WITH properties(a) AS p
  RETURN collect([p.id, p.sequence, p.fact, p.line, p.stance, p.source, p.confidence, p.quote, p.turn, p.episode,
    toString(p.said_at)]) AS said_then
}
CALL (facts, named) {
  CALL (facts, named) {
    UNWIND facts AS f
    MATCH (f)-[:SUBJECT_OF|OBJECT]-(e:Entity)
    RETURN e
    UNION
    UNWIND named AS e
    RETURN e
  }
  WITH properties(e) AS p
  RETURN collect([p.id, p.name, p.kind, p.aliases, p.person, p.merged_into]) AS entities
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
  [e IN named | e.id] AS named,
  [n IN CASE WHEN $filtered THEN facts_apart + turns_apart ELSE [] END | n.id] AS kept,
  rows,
  said_now + said_then AS assertions,
  entities,
  COLLECT { MATCH (n:Namespace {name: $namespace}) UNWIND n.pins AS pin RETURN pin } AS pins,
  turns,
  [h IN hits WHERE h.kind = 'episode' | h.node.id] AS near,
  COLLECT {
    UNWIND [t IN turns | t.episode] + [h IN hits WHERE h.kind = 'episode' | h.node.id] AS id
    WITH DISTINCT id
    MATCH (e:Episode {namespace: $namespace, id: id})
    RETURN e {.id, .session, .summary, .topics, .importance,
  occurred_at: toString(e.occurred_at), recorded_at: toString(e.recorded_at)}
  } AS episodes,
  [a IN declared | a {.*, recorded_at: toString(a.recorded_at), said_at: toString(a.said_at),
    valid_at: toString(a.valid_at), invalid_at: toString(a.invalid_at),
    withdrawn_at: toString(a.withdrawn_at)}] AS declared,
  lines,
  [f IN depended | f {.id, .version, .said, .subject, .predicate, .object, .object_name, .category, .stance,
    .valid_precision, .invalid_precision, .valid_offset, .invalid_offset, .language, .text, valid_at: toString(f.valid_at),
    invalid_at: toString(f.invalid_at), recorded_at: toString(f.recorded_at), expired_at: toString(f.expired_at)}] AS depended
