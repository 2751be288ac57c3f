PRAGMA application_id = 1231976020;

-- What a match is. The fields above the line never change; those below follow its log, for lists.
CREATE TABLE matches (
    -- A short number that the log refers to, rising with time: indexes stay small and warm.
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    options TEXT NOT NULL,
    seed BLOB NOT NULL,
    nonce BLOB NOT NULL,
    seeded INTEGER NOT NULL,
    script TEXT NOT NULL,
    policy_seed BLOB NOT NULL,
    private INTEGER NOT NULL,
    rated INTEGER NOT NULL,
    ready_check INTEGER NOT NULL,
    -- JSON; empty: nobody is timed.
    clock TEXT NOT NULL,
    pace TEXT NOT NULL,
    -- JSON.
    labels TEXT NOT NULL,
    invitation BLOB UNIQUE,
    create_time INTEGER NOT NULL,
    request_hash BLOB NOT NULL,
    -- A digest of the fields above.
    seal BLOB NOT NULL,
    ----
    status INTEGER NOT NULL,
    joinable INTEGER NOT NULL,
    policies INTEGER NOT NULL,
    summary BLOB NOT NULL
);

CREATE INDEX matches_by_status ON matches (status, key);

-- The log. Rows are only ever added, at the end of the table; a table clustered by match would
-- slow down as it grows.
CREATE TABLE entries (
    position INTEGER PRIMARY KEY,
    match INTEGER NOT NULL,
    number INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    -- NULL: nobody's doing, or the host's.
    seat INTEGER,
    request_id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    time INTEGER NOT NULL,
    wall_time INTEGER NOT NULL,
    clock BLOB NOT NULL,
    body BLOB NOT NULL,
    head BLOB NOT NULL
);

CREATE UNIQUE INDEX entries_by_number ON entries (match, number);
CREATE UNIQUE INDEX entries_by_request ON entries (match, seat, request_id) WHERE request_id <> '';
-- The requests of the host, who has no seat.
CREATE UNIQUE INDEX entries_by_host_request ON entries (match, request_id)
    WHERE seat IS NULL AND request_id <> '';

-- Who may do what. Only hashes are kept; a void token stays, so that a repeated request that
-- once made it is still recognized.
CREATE TABLE tokens (
    hash BLOB PRIMARY KEY,
    match INTEGER NOT NULL,
    match_id TEXT NOT NULL,
    role TEXT NOT NULL,
    seat INTEGER,
    void INTEGER NOT NULL,
    -- The hash of the token that it replaces, until it is first used; then empty.
    replaces BLOB NOT NULL,
    -- A digest of the fields above.
    seal BLOB NOT NULL
) WITHOUT ROWID;

CREATE INDEX tokens_by_match ON tokens (match);
CREATE INDEX tokens_by_replaced ON tokens (replaces) WHERE length(replaces) > 0;

-- Secrets of the server itself.
CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    secret BLOB NOT NULL
) WITHOUT ROWID;
