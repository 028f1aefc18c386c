-- One file, all namespaces. Times are UTC texts of fixed width, so that they sort; lists are JSON.
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS predicate (name TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
-- `policies`: under which its slots were derived. `changes` counts, from when it
-- was made so that no count comes back after an erasure, what alters the vectors of a namespace: caches in every process compare it.
CREATE TABLE IF NOT EXISTS namespace (
  name TEXT PRIMARY KEY, recorded_at TEXT NOT NULL, sequence INTEGER NOT NULL,
  changes INTEGER NOT NULL DEFAULT 0, policies TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS episode (
  namespace TEXT NOT NULL, id TEXT NOT NULL, session TEXT NOT NULL, summary TEXT NOT NULL, occurred_at TEXT NOT NULL,
  recorded_at TEXT NOT NULL, topics TEXT NOT NULL, importance REAL NOT NULL,
  PRIMARY KEY (namespace, id)
);
CREATE INDEX IF NOT EXISTS episode_time ON episode (namespace, occurred_at);
CREATE TABLE IF NOT EXISTS turn (
  namespace TEXT NOT NULL, id TEXT NOT NULL, episode TEXT NOT NULL, ordinal INTEGER NOT NULL, role TEXT NOT NULL,
  speaker TEXT NOT NULL, text TEXT NOT NULL, at TEXT NOT NULL, offset INTEGER NOT NULL,
  PRIMARY KEY (namespace, id)
);
CREATE INDEX IF NOT EXISTS turn_episode ON turn (namespace, episode, ordinal);
CREATE INDEX IF NOT EXISTS turn_time ON turn (namespace, at);
CREATE TABLE IF NOT EXISTS entity (
  namespace TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, aliases TEXT NOT NULL,
  person INTEGER NOT NULL, merged_into TEXT, PRIMARY KEY (namespace, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS name (
  namespace TEXT NOT NULL, key TEXT NOT NULL, kind TEXT NOT NULL, ordinal INTEGER NOT NULL, entity TEXT NOT NULL,
  PRIMARY KEY (namespace, key, kind, ordinal)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS name_entity ON name (namespace, entity);
CREATE TABLE IF NOT EXISTS mention (
  namespace TEXT NOT NULL, episode TEXT NOT NULL, entity TEXT NOT NULL, name TEXT NOT NULL,
  PRIMARY KEY (namespace, episode, entity, name)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS mention_entity ON mention (namespace, entity);
CREATE TABLE IF NOT EXISTS assertion (
  namespace TEXT NOT NULL, id TEXT NOT NULL, sequence INTEGER NOT NULL, recorded_at TEXT NOT NULL,
  said_at TEXT NOT NULL, subject TEXT NOT NULL, subject_name TEXT NOT NULL, predicate TEXT NOT NULL,
  object TEXT NOT NULL, object_name TEXT NOT NULL, category TEXT NOT NULL, stance TEXT NOT NULL, source TEXT NOT NULL,
  confidence REAL NOT NULL, valid_at TEXT NOT NULL, invalid_at TEXT NOT NULL, dated INTEGER NOT NULL,
  valid_precision TEXT NOT NULL, invalid_precision TEXT NOT NULL, offset INTEGER NOT NULL, quote TEXT NOT NULL,
  turn TEXT NOT NULL, episode TEXT NOT NULL, line TEXT NOT NULL, slot TEXT NOT NULL, fact TEXT NOT NULL,
  replaces TEXT NOT NULL, replaces_name TEXT NOT NULL, replaced_slot TEXT NOT NULL, replaced_fact TEXT NOT NULL,
  depends_on TEXT NOT NULL, releases TEXT NOT NULL, subject_kind TEXT NOT NULL, object_kind TEXT NOT NULL, withdrawn_at TEXT NOT NULL, withdrawn_why TEXT NOT NULL,
  PRIMARY KEY (namespace, id)
);
CREATE INDEX IF NOT EXISTS assertion_slot ON assertion (namespace, slot);
CREATE INDEX IF NOT EXISTS assertion_replaced ON assertion (namespace, replaced_slot) WHERE replaced_slot <> '';
CREATE INDEX IF NOT EXISTS assertion_fact ON assertion (namespace, fact);
CREATE INDEX IF NOT EXISTS assertion_line ON assertion (namespace, line);
CREATE INDEX IF NOT EXISTS assertion_turn ON assertion (namespace, turn);
CREATE INDEX IF NOT EXISTS assertion_episode ON assertion (namespace, episode);
CREATE INDEX IF NOT EXISTS assertion_subject ON assertion (namespace, subject);
CREATE INDEX IF NOT EXISTS assertion_object ON assertion (namespace, object);
CREATE INDEX IF NOT EXISTS assertion_dependency ON assertion (namespace)
  WHERE depends_on <> '[]' OR releases <> '[]';
-- A believed row's embedding is with its item; `embedding` here is that of one expired.
CREATE TABLE IF NOT EXISTS fact (
  namespace TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL, said TEXT NOT NULL, subject TEXT NOT NULL,
  predicate TEXT NOT NULL, object TEXT NOT NULL, object_name TEXT NOT NULL, category TEXT NOT NULL,
  stance TEXT NOT NULL, valid_at TEXT NOT NULL, invalid_at TEXT NOT NULL, valid_precision TEXT NOT NULL,
  invalid_precision TEXT NOT NULL, valid_offset INTEGER NOT NULL, invalid_offset INTEGER NOT NULL,
  recorded_at TEXT NOT NULL, expired_at TEXT NOT NULL, language TEXT NOT NULL, text TEXT NOT NULL, embedding BLOB,
  PRIMARY KEY (namespace, id, version)
);
CREATE INDEX IF NOT EXISTS fact_subject ON fact (namespace, subject, predicate);
CREATE INDEX IF NOT EXISTS fact_object ON fact (namespace, object) WHERE object <> '';
CREATE INDEX IF NOT EXISTS fact_said ON fact (namespace, said);
CREATE INDEX IF NOT EXISTS fact_start ON fact (namespace, valid_at);
CREATE INDEX IF NOT EXISTS fact_recorded ON fact (namespace, expired_at, recorded_at);
CREATE TABLE IF NOT EXISTS supersedes (
  namespace TEXT NOT NULL, newer TEXT NOT NULL, newer_version INTEGER NOT NULL, older TEXT NOT NULL,
  older_version INTEGER NOT NULL, PRIMARY KEY (namespace, newer, newer_version, older, older_version)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS merge (
  namespace TEXT NOT NULL, id TEXT NOT NULL, source TEXT NOT NULL, target TEXT NOT NULL, recorded_at TEXT NOT NULL,
  undone_at TEXT NOT NULL, assertions TEXT NOT NULL, PRIMARY KEY (namespace, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS pin (namespace TEXT NOT NULL, fact TEXT NOT NULL, PRIMARY KEY (namespace, fact)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS pause (namespace TEXT PRIMARY KEY, paused_at TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS usage (
  model TEXT PRIMARY KEY, calls INTEGER NOT NULL, prompt_tokens INTEGER NOT NULL, completion_tokens INTEGER NOT NULL
) WITHOUT ROWID;
-- What can be searched, one row each: believed facts, turns, episodes. `number` is that of the text index.
CREATE TABLE IF NOT EXISTS item (
  number INTEGER PRIMARY KEY, namespace TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
  embedding BLOB, UNIQUE (namespace, kind, id, version)
);
CREATE INDEX IF NOT EXISTS item_waiting ON item (number) WHERE embedding IS NULL;
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (text, tokenize = 'porter unicode61 remove_diacritics 2');
