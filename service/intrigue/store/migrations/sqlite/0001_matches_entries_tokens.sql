-- What a match is. The fields above the line never change; the others follow its life.
CREATE TABLE matches (
    -- A short number that the log refers to, rising with time: indexes stay small and warm.
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    rules_version TEXT NOT NULL,
    options TEXT NOT NULL,
    seed BLOB NOT NULL,
    seeded INTEGER NOT NULL,
    script TEXT NOT NULL,
    policy_seed BLOB NOT NULL,
    private INTEGER NOT NULL,
    rated INTEGER NOT NULL,
    create_time INTEGER NOT NULL,
    request_hash BLOB NOT NULL,
    policies INTEGER NOT NULL,
    ----
    status INTEGER NOT NULL,
    seats TEXT NOT NULL,
    revision INTEGER NOT NULL,
    outcome BLOB
);

CREATE INDEX matches_by_status ON matches (status, key);

-- The log. Rows are only ever added, at the end of the table; a table clustered by match would
-- slow down as it grows.
CREATE TABLE entries (
    position INTEGER PRIMARY KEY,
    match INTEGER NOT NULL,
    number INTEGER NOT NULL,
    -- NULL: nobody's doing, the deal.
    seat INTEGER,
    request_id TEXT NOT NULL,
    -- The revision that the entry brought the acting seat to.
    revision INTEGER NOT NULL,
    entry BLOB NOT NULL
);

CREATE UNIQUE INDEX entries_by_number ON entries (match, number);
CREATE UNIQUE INDEX entries_by_request ON entries (match, seat, request_id) WHERE request_id <> '';

-- Who may do what. Only hashes are kept; a void token stays, so that a repeated request that
-- once made it is still recognised.
CREATE TABLE tokens (
    hash BLOB PRIMARY KEY,
    match INTEGER NOT NULL,
    match_id TEXT NOT NULL,
    role TEXT NOT NULL,
    seat INTEGER,
    void INTEGER NOT NULL
) WITHOUT ROWID;

-- Secrets of the server itself.
CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    secret BLOB NOT NULL
) WITHOUT ROWID;
