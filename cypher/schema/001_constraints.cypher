/* What may exist only once. The namespace is part of every key; absent values are '', since a
 * uniqueness constraint overlooks a node that lacks one of its properties. */
// params:
CYPHER 25
CREATE CONSTRAINT graphmem_meta IF NOT EXISTS FOR (n:Graphmem) REQUIRE n.name IS UNIQUE;
CYPHER 25
CREATE CONSTRAINT graphmem_namespace IF NOT EXISTS FOR (n:Namespace) REQUIRE n.name IS UNIQUE;
CYPHER 25
CREATE CONSTRAINT graphmem_predicate IF NOT EXISTS FOR (n:Predicate) REQUIRE n.name IS UNIQUE;
CYPHER 25
CREATE CONSTRAINT graphmem_episode IF NOT EXISTS FOR (n:Episode) REQUIRE (n.namespace, n.id) IS UNIQUE;
CYPHER 25
CREATE CONSTRAINT graphmem_turn IF NOT EXISTS FOR (n:Turn) REQUIRE (n.namespace, n.id) IS UNIQUE;
CYPHER 25
CREATE CONSTRAINT graphmem_entity IF NOT EXISTS FOR (n:Entity) REQUIRE (n.namespace, n.id) IS UNIQUE;
CYPHER 25
CREATE CONSTRAINT graphmem_name IF NOT EXISTS
FOR (n:Name) REQUIRE (n.namespace, n.key, n.kind, n.ordinal) IS UNIQUE;
CYPHER 25
CREATE CONSTRAINT graphmem_assertion IF NOT EXISTS FOR (n:Assertion) REQUIRE (n.namespace, n.id) IS UNIQUE;
CYPHER 25
CREATE CONSTRAINT graphmem_fact IF NOT EXISTS FOR (n:Fact) REQUIRE (n.namespace, n.id, n.version) IS UNIQUE;
CYPHER 25
CREATE CONSTRAINT graphmem_merge IF NOT EXISTS FOR (n:Merge) REQUIRE (n.namespace, n.id) IS UNIQUE;
CYPHER 25
CREATE CONSTRAINT graphmem_usage IF NOT EXISTS FOR (n:Usage) REQUIRE n.model IS UNIQUE;
