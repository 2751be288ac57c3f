# The core's own texts in English.
#
# A seat in its forms. $kind is number, name, or vowel (a name with an initial vowel); $seat is the
# seat's number or name. Messages of games use the forms as $seat, $seat_start and so on.

seat = { $kind ->
    [number] player { $seat }
   *[name] { $seat }
}
# At the start of a sentence.
seat-start = { $kind ->
    [number] Player { $seat }
   *[name] { $seat }
}
# As a heading, without an article.
seat-title = { $kind ->
    [number] Player { $seat }
   *[name] { $seat }
}
# In the middle of a line, without an article.
seat-bare = { $kind ->
    [number] player { $seat }
   *[name] { $seat }
}
# Of a seat: the card { $seat_of }.
seat-of = { $kind ->
    [number] of player { $seat }
   *[name] of { $seat }
}
# To a seat, or from it in French: { $seat_to }.
seat-to = { $kind ->
    [number] to player { $seat }
   *[name] to { $seat }
}
# Whose: { $seat_possessive } card.
seat-possessive = { $kind ->
    [number] player { $seat }'s
   *[name] { $seat }'s
}

# Several seats. $kind is number or name; $list are the numbers or names, $count says how many.

seats = { $kind ->
    [number] { $count ->
        [one] player { $list }
       *[other] players { $list }
    }
   *[name] { $list }
}
seats-start = { $kind ->
    [number] { $count ->
        [one] Player { $list }
       *[other] Players { $list }
    }
   *[name] { $list }
}
seats-title = { $kind ->
    [number] { $count ->
        [one] Player { $list }
       *[other] Players { $list }
    }
   *[name] { $list }
}

# What somebody sent, quoted.
quotation = “{ $text }”
# Between the items of a list.
list-comma = { ", " }

# What somebody sent is quoted before it is put in here.

not-to-act = This player has nothing to decide now.
match-over = The match is over.
stale-revision = The prompt is closed; the player is at revision { $revision } now.
revision-ahead = The revision is ahead of the match: the player is at revision { $revision }.
unknown-action = This game has no action { $action }.
unknown-game = Unknown game { $game }. Games: { $known }.
bad-seed = A seed has exactly 32 bytes.
bad-script = The script's outcome { $token } (number { $place }, counted from 0) is impossible there. Possible: { $possible }.
bad-view = The view can't be read, or fits no world.
contradictory-view = The view contradicts itself: the rules can't go on from it.

# Options and documents.

unknown-option = Unknown option { $name }. Options: { $known }.
bad-option-value = Option { $name } can't be { $shown }. It can be: { $values }.
option-document = { $names }, or a document of at most { $most } bytes
document-too-long = The document of option { $name } has { $length } bytes; it may have at most { $most }.
bad-first-seat = With { $seats } seats, first_seat is below { $seats } or random.
no-documents = No option of this game takes a document.
no-document-option = The game takes no document by an option { $option }. It does by: { $known }.

# Records that can't be replayed or verified, and why not.

bad-record = The record can't be replayed: { $why }.
record-not-verified = The record can't be verified: { $why }.
record-at-step = at step { $number }, { $why }
record-step-refused = refused: { $why }
record-other-rules = it is of rules version { $theirs }, and this engine plays version { $ours }
record-damaged-entry = entry { $number } is damaged
record-damaged-step = an entry is damaged
record-no-record = it is not a record
record-no-task = it is not a task
record-no-tally = it is not a tally
record-second-deal = it has a second deal
record-empty = it has no deal
record-no-deal = it does not begin with a deal
record-impossible-chance = a chance outcome is missing or impossible
record-spare-chances = it has chance outcomes to spare
record-no-seed = it has no seed
record-without-seed = it has no seed, and without it nobody can draw its chance again
record-damaged-seed = its seed is damaged
record-no-such-seat = it has no such seat
record-notation-disagrees = an action's id and notation disagree
record-step-without-kind = a step has no kind
record-other-outcome = it ends otherwise than it says
record-outcome-with-texts = its outcome has texts, which nothing proves
record-other-seats = it has another number of seats than its options make
record-other-format = it has a format that this version does not know
record-missing-options = it does not name all of its options
record-step-no-deal = it is not a deal
record-step-no-such-seat = there is no such seat
record-step-second-deal = it is a second deal
record-step-no-kind = it has no kind
record-step-disagrees = seat, action and notation disagree
record-step-other-chance = nature's choice { $place } is { $claimed ->
    [none] missing
   *[other] { $claimed }
} in the record, and { $drawn ->
    [none] none
   *[other] { $drawn }
} by the seed

# Policies, with their parameters.

policy-easy = Plays like a beginner, by the policy that the game has for it.
policy-normal = Plays by the game's default policy.
policy-hard = Plays by the strongest policy of the game that decides within a second.
policy-random = Picks any legal action, all equally likely.
policy-greedy = Tries every legal action in worlds that fit its view, lets the others answer at random, and picks the one after which its position looks best. In a game that has a quick policy of its own, it plays by that.
    .worlds = Worlds in which every action is tried.
policy-playouts = Plays every legal action out to the end in worlds that fit its view, at random or by the game's quick policy, and picks the one that did best.
    .sims = Playouts for each legal action.
policy-planner = Plays by the game's quick policy, unless playouts of it show that another action is clearly better; actions that do badly soon get no more of them.
    .sims = Playouts per decision.
policy-ismcts = Searches a tree of what can be seen, over worlds that fit its view (information-set Monte Carlo tree search), and picks the best of the actions that it came back to.
    .sims = Simulations per decision.
    .ms = Milliseconds per decision, in place of sims; the answer then depends on the machine.
    .observers = single: one tree of what the seat sees; multi: a tree for each seat, of what that seat sees, so that nobody sees through a bluff; auto: multi in games of bluff.
    .trees = Independent searches that share the budget and may run on as many threads; their number is part of the answer, the threads are not.
    .depth = Decisions of random play after which the position is evaluated as soon as the seat is to act; 0: play goes on to the end, as it always does in a game that has a quick policy of its own.
    .explore = How much actions attract that were tried little, in hundredths.
    .reuse = Simulations in each world before another is dealt.
    .opponents = model: the others play by the game's model of its players, and worlds in which their actions are likely are preferred; random: they play at random, and their actions say nothing.
policy-learned = Draws its actions by a small neural network that was trained in advance, from what the seat sees; it decides in microseconds. It plays only games, seats and options that it was trained for.
    .temperature = How freely it draws, in hundredths: 0 always takes the best action, 100 draws as it was trained.

# Policies that there are not, or not with such parameters.

unknown-policy = Unknown policy { $name }. Policies: { $known }.
no-parameters = The policy { $name } has no parameters, so none is called { $key }.
unknown-parameter = The policy { $name } has no parameter { $key }. It has: { $known }.
bad-parameter-value = { $key } of the policy { $name } can't be { $value }: it is { $range }.
parameter-range = { $least } to { $most }
# Between the words of which a parameter is one.
parameter-or = { " or " }
repeated-parameter = { $key } of the policy { $name } is given twice.
two-budgets = The policy { $name } takes sims or ms, not both.
no-network = The policy { $name } was not trained for the game { $game }.
not-trained-seats = The policy { $name } was trained for { $trained } seats in { $game }, not for { $given }.
not-trained-option = The policy { $name } was trained with { $option }={ $trained } in { $game }, not with { $given }.
no-judge = The policy { $name } does not evaluate actions. Policies that do: { $names }.

# Simulations and batches.

wrong-policies = There are { $seats } seats, so { $seats } policies are needed, not { $given }.
wrong-match-count = A simulation plays 1 to { $most } matches, not { $count }, and begins at a whole block, not at match { $first }.
wrong-lanes = A batch has 1 to { $most } lanes, not { $lanes }.
wrong-entries = There are { $seats } seats: give an entry for each, and leave at least one of them without a policy.
no-threads = { $threads } threads can't be started here.
stopped = The work was asked to end.
event-out-of-time = { $seat_start } runs out of time.
event-left-script = Chance left the script at step { $step }: its outcome { $token } (number { $place }, counted from 0) was impossible there. Chance was drawn from the seed from then on.
