/* One index for each way in that a statement uses. */
// params:
CYPHER 25
CREATE INDEX graphmem_episode_time IF NOT EXISTS FOR (n:Episode) ON (n.namespace, n.occurred_at);
CYPHER 25
CREATE INDEX graphmem_turn_episode IF NOT EXISTS FOR (n:Turn) ON (n.namespace, n.episode);
CYPHER 25
CREATE INDEX graphmem_turn_place IF NOT EXISTS FOR (n:Turn) ON (n.namespace, n.episode, n.ordinal);
CYPHER 25
CREATE INDEX graphmem_turn_time IF NOT EXISTS FOR (n:Turn) ON (n.namespace, n.at);
CYPHER 25
CREATE INDEX graphmem_turn_speaker IF NOT EXISTS FOR (n:Turn) ON (n.namespace, n.speaker);
CYPHER 25
CREATE INDEX graphmem_name_key IF NOT EXISTS FOR (n:Name) ON (n.namespace, n.key);
CYPHER 25
CREATE INDEX graphmem_name_entity IF NOT EXISTS FOR (n:Name) ON (n.namespace, n.entity);
CYPHER 25
CREATE INDEX graphmem_assertion_slot IF NOT EXISTS FOR (n:Assertion) ON (n.namespace, n.slot);
CYPHER 25
CREATE INDEX graphmem_assertion_replaced IF NOT EXISTS FOR (n:Assertion) ON (n.namespace, n.replaced_slot);
CYPHER 25
CREATE INDEX graphmem_assertion_fact IF NOT EXISTS FOR (n:Assertion) ON (n.namespace, n.fact);
CYPHER 25
CREATE INDEX graphmem_assertion_line IF NOT EXISTS FOR (n:Assertion) ON (n.namespace, n.line);
CYPHER 25
CREATE INDEX graphmem_assertion_turn IF NOT EXISTS FOR (n:Assertion) ON (n.namespace, n.turn);
CYPHER 25
CREATE INDEX graphmem_assertion_episode IF NOT EXISTS FOR (n:Assertion) ON (n.namespace, n.episode);
CYPHER 25
CREATE INDEX graphmem_assertion_subject IF NOT EXISTS FOR (n:Assertion) ON (n.namespace, n.subject);
CYPHER 25
CREATE INDEX graphmem_assertion_object IF NOT EXISTS FOR (n:Assertion) ON (n.namespace, n.object);
CYPHER 25
CREATE INDEX graphmem_assertion_replaces IF NOT EXISTS FOR (n:Assertion) ON (n.namespace, n.replaces);
CYPHER 25
CREATE INDEX graphmem_assertion_predicate IF NOT EXISTS FOR (n:Assertion) ON (n.namespace, n.predicate);
CYPHER 25
CREATE INDEX graphmem_dependent IF NOT EXISTS FOR (n:Dependent) ON (n.namespace);
CYPHER 25
CREATE INDEX graphmem_fact_subject IF NOT EXISTS FOR (n:Fact) ON (n.namespace, n.subject);
CYPHER 25
CREATE INDEX graphmem_fact_object IF NOT EXISTS FOR (n:Fact) ON (n.namespace, n.object);
CYPHER 25
CREATE INDEX graphmem_fact_said IF NOT EXISTS FOR (n:Fact) ON (n.namespace, n.said);
CYPHER 25
CREATE INDEX graphmem_fact_start IF NOT EXISTS FOR (n:Fact) ON (n.namespace, n.valid_at);
CYPHER 25
CREATE INDEX graphmem_fact_time IF NOT EXISTS FOR (n:Fact) ON (n.namespace, n.expired_at, n.recorded_at);
