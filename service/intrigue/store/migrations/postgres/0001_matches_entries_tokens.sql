-- What a match is. The fields above the line never change; those below follow its log, for lists.
CREATE TABLE matches (
    -- A short number that the log refers to, rising with time: indexes stay small and warm.
    key bigint PRIMARY KEY,
    id text NOT NULL UNIQUE,
    game text NOT NULL,
    rules_version integer NOT NULL,
    options text NOT NULL,
    seed bytea NOT NULL,
    nonce bytea NOT NULL,
    seeded boolean NOT NULL,
    script text NOT NULL,
    policy_seed bytea NOT NULL,
    private boolean NOT NULL,
    rated boolean NOT NULL,
    ready_check boolean NOT NULL,
    -- JSON; empty: nobody is timed.
    clock text NOT NULL,
    pace text NOT NULL,
    -- JSON.
    labels text NOT NULL,
    invitation bytea UNIQUE,
    create_time bigint NOT NULL,
    request_hash bytea NOT NULL,
    -- A digest of the fields above.
    seal bytea NOT NULL,
    ----
    status smallint NOT NULL,
    joinable boolean NOT NULL,
    policies boolean NOT NULL,
    summary bytea NOT NULL
);

CREATE INDEX matches_by_status ON matches (status, key);
CREATE INDEX matches_joinable ON matches (key) WHERE joinable;
-- Those in which something happens without anybody's call.
CREATE INDEX matches_unattended ON matches (key) WHERE status = 2 AND (policies OR clock <> '');

CREATE SEQUENCE match_keys;

-- The log. Its primary key decides which of several servers was first.
CREATE TABLE entries (
    match bigint NOT NULL,
    number integer NOT NULL,
    kind smallint NOT NULL,
    -- NULL: nobody's doing, or the host's.
    seat smallint,
    request_id text NOT NULL,
    revision bigint NOT NULL,
    time bigint NOT NULL,
    wall_time bigint NOT NULL,
    clock bytea NOT NULL,
    body bytea NOT NULL,
    head bytea NOT NULL,
    PRIMARY KEY (match, number)
);

CREATE UNIQUE INDEX entries_by_request ON entries (match, seat, request_id) WHERE request_id <> '';
-- The requests of the host, who has no seat.
CREATE UNIQUE INDEX entries_by_host_request ON entries (match, request_id)
    WHERE seat IS NULL AND request_id <> '';

-- The last entry of each log, kept apart from it: what shows that a log's end is lost, and is
-- quick to ask for. Half of a page is left free, so that a change finds room beside what it changes.
CREATE TABLE heads (
    match bigint PRIMARY KEY,
    number integer NOT NULL,
    time bigint NOT NULL,
    head bytea NOT NULL
) WITH (fillfactor = 50);

-- Who may do what. Only hashes are kept; a void token stays, so that a repeated request that
-- once made it is still recognized.
CREATE TABLE tokens (
    hash bytea PRIMARY KEY,
    match bigint NOT NULL,
    match_id text NOT NULL,
    role text NOT NULL,
    seat smallint,
    void boolean NOT NULL,
    -- The hash of the token that it replaces, until it is first used; then empty.
    replaces bytea NOT NULL,
    -- A digest of the fields above.
    seal bytea NOT NULL
);

CREATE INDEX tokens_by_match ON tokens (match);
CREATE INDEX tokens_by_replaced ON tokens (replaces) WHERE length(replaces) > 0;

-- Secrets of the service itself.
CREATE TABLE secrets (
    name text PRIMARY KEY,
    secret bytea NOT NULL
);

-- The service's clock, in milliseconds; one row.
CREATE TABLE clock (
    single boolean PRIMARY KEY CHECK (single),
    now bigint NOT NULL
);

INSERT INTO clock (single, now) VALUES (true, 0);
