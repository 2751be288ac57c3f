# The texts of Shadow Blades in English.

game-name = Shadow Blades
game-summary = Guilds of assassins recruit from piles that some have seen, deploy agents in four zones, and lay missions where they dominate.

# Options.

option-seats = The number of players.
option-mode = Each player for themselves, or players 0 and 2 against 1 and 3 (4 players).
option-conspiracy = The conspiracy of the match: none, one drawn at random, or one by name.
option-start = How the starting cards are had: the stamped ones are dealt, or any are drafted.
option-first_seat = Which seat begins: a number below seats, or random.
option-infiltration_specialists = Whether Amber Whisper, the Chameleon and Gravewalker have the skills that this project gave them, or none (plain).
option-deck = All cards, or seven for 2 players: a game that can be solved (small).
bad-alliances = Alliances need 4 players.
bad-small-deck = The small deck is for 2 players, with dealt starting cards and without a conspiracy.

# Zones and conspiracies.

zone-assassination = Assassination
zone-theft = Theft
zone-reinforcement = Reinforcement
zone-infiltration = Infiltration

conspiracy-arrogance = Arrogance
conspiracy-deception = Deception
conspiracy-double = Double!
conspiracy-incredible_duo = Incredible Duo
conspiracy-fatal_blow = Fatal Blow
conspiracy-weapon_theft = Weapon Theft
conspiracy-total_support = Total Support
conspiracy-espionage = Espionage

# Cards.

card-assassin-s = Assassin 1 (stamped)
card-assassin-1 = Assassin 1
card-assassin-2 = Assassin 2
card-assassin-3 = Assassin 3
card-assassin-4 = Assassin 4
card-ruby-tracker = Ruby Tracker
card-shadow-claw = Shadow Claw
card-yaksha = Yaksha
card-thief-s = Thief 1 (stamped)
card-thief-1 = Thief 1
card-thief-2 = Thief 2
card-thief-3 = Thief 3
card-thief-4 = Thief 4
card-looter = Looter
card-illusionist = Sapphire Illusionist
card-beast = The Beast
card-messenger-s = Messenger 1 (stamped)
card-messenger-1 = Messenger 1
card-messenger-2 = Messenger 2
card-messenger-3 = Messenger 3
card-messenger-4 = Messenger 4
card-falcon = Jade Falcon
card-raven = The Raven
card-mistrunner = Mistrunner
card-spy-s = Spy 1 (stamped)
card-spy-1 = Spy 1
card-spy-2 = Spy 2
card-spy-3 = Spy 3
card-spy-4 = Spy 4
card-whisper = Amber Whisper
card-chameleon = The Chameleon
card-gravewalker = Gravewalker
card-mercenary = Mercenary 2
card-mercenary-second = Mercenary 2 (the second one)
card-common = Common Weapon +1
card-prodigious = Prodigious Weapon +2
card-sudden-attack = Sudden Attack
card-brutal-strike = Brutal Strike
card-bloody-saga = Bloody Saga
card-intrusion = Intrusion
card-plunder = Plunder
card-spectres = Moonlight Spectres
card-new-order = New Order
card-joint-assault = Joint Assault
card-acolytes = Acolytes of the Shadows
card-shadowing = Shadowing
card-crossed-lines = Crossed Lines
card-syndicate = Crime Syndicate
card-contract = Mercenary Contract
card-double-at = Double Contract (Assassination, Theft)
card-double-ar = Double Contract (Assassination, Reinforcement)
card-double-ai = Double Contract (Assassination, Infiltration)
card-double-tr = Double Contract (Theft, Reinforcement)
card-double-ti = Double Contract (Theft, Infiltration)
card-double-ri = Double Contract (Reinforcement, Infiltration)

# Cards in the list of all cards, with what their names don't say.

full-name-agent = { $card }, strength { $strength }
full-name-mission = { $conditional ->
    [true] { $card }, bounty { $bounty }, conditional
   *[false] { $card }, bounty { $bounty }
}

# Labels of actions.

label-recruit = Recruit: look at pile 1
label-accept = Take this pile
label-refuse = Put this pile back
label-pass = Pass the last turn
label-end = End the deployment
label-done = No more
label-deceive = Deception: win over an enemy's agent
label-pile = Take pile { $pile }
label-seat = Choose { $seat }
label-zone = Zone { $zone } { $seat_of }
label-agent = Deploy: { $card }
label-mission = Lay the mission { $card } in { $zone }
label-weapon = Use as a weapon: { $card }
label-target = Target: { $agent }
label-discard = Discard: { $agent }
label-blow = Fatal Blow, discarding: { $card }
label-keep = Keep: { $card }
label-put = Put next on the deck: { $card }
label-take = Take: { $card }
label-slip = Pass to your ally: { $card }
label-return = Send back to its owner's hand: { $card }

# Events.

event-conspired = The conspiracy of this match: { $conspiracy }.
event-dealt = { $card ->
    [none] { $seat_start } begins.
   *[other] { $seat_start } begins. Your starting card: { $card }.
}
event-offered-last = { $cards ->
    [none] The last card goes { $seat_to }.
   *[other] The last card goes { $seat_to }: { $cards }.
}
event-offered = { $cards ->
    [none] { $seat_start } chooses among { $count } cards.
   *[other] { $seat_start } chooses among { $count } cards: { $cards }.
}
event-kept = { $card ->
    [none] { $seat_start } keeps a card.
   *[other] { $seat_start } keeps a card: { $card }.
}
event-turn-began = Turn { $turn }: { $seat }.
event-looked = { $cards ->
    [none] { $seat_start } looks at pile { $pile }.
   *[other] { $seat_start } looks at pile { $pile }: { $cards }.
}
event-refused = { $seat_start } puts pile { $pile } back.
event-took = { $cards ->
    [none] { $count ->
        [one] { $seat_start } takes pile { $pile } ({ $count } card).
       *[other] { $seat_start } takes pile { $pile } ({ $count } cards).
    }
   *[other] { $count ->
        [one] { $seat_start } takes pile { $pile } ({ $count } card): { $cards }.
       *[other] { $seat_start } takes pile { $pile } ({ $count } cards): { $cards }.
    }
}
event-looted = { $cards ->
    [none] { $count ->
        [one] { $seat_start } takes pile { $pile } ({ $count } card) without a look.
       *[other] { $seat_start } takes pile { $pile } ({ $count } cards) without a look.
    }
   *[other] { $count ->
        [one] { $seat_start } takes pile { $pile } ({ $count } card) without a look: { $cards }.
       *[other] { $seat_start } takes pile { $pile } ({ $count } cards) without a look: { $cards }.
    }
}
event-refilled = { $knower ->
    [none] A card goes from the deck to pile { $pile }.
   *[other] { $card ->
        [none] A card goes from the deck to pile { $pile }, which { $knower } knows.
       *[other] A card goes from the deck to pile { $pile }, which { $knower } knows: { $card }.
    }
}
event-drew = { $knower ->
    [none] { $card ->
        [none] { $seat_start } draws a card from the deck.
       *[other] { $seat_start } draws a card from the deck: { $card }.
    }
   *[other] { $card ->
        [none] { $seat_start } draws a card from the deck, which { $knower } knows.
       *[other] { $seat_start } draws a card from the deck, which { $knower } knows: { $card }.
    }
}
event-deployed = { $weapons ->
    [none] { $seat_start } deploys { $card } (strength { $strength }) in its { $zone } zone.
   *[other] { $seat_start } deploys { $card } (strength { $strength }) in its { $zone } zone, with { $weapons }.
}
event-deployed-elsewhere = { $weapons ->
    [none] { $seat_start } deploys { $card } (strength { $strength }) in the { $zone } zone { $owner_of }.
   *[other] { $seat_start } deploys { $card } (strength { $strength }) in the { $zone } zone { $owner_of }, with { $weapons }.
}
event-skill = Skill: { $skill }.
event-mission-laid = { $card ->
    [none] { $seat_start } lays a mission in its { $zone } zone.
   *[other] { $seat_start } lays a mission in its { $zone } zone: { $card }.
}
event-named = { $seat_start } names { $first } and { $second }: one of the two must go.
event-eliminated = { $agent } leaves the table for the graveyard.
event-discarded = { $seat_start } discards { $card } from hand.
event-moved = { $weapons ->
    [none] { $seat_start } moves { $agent } to its { $zone } zone.
   *[other] { $seat_start } moves { $agent } to its { $zone } zone, with { $weapons }.
}
event-scared = { $agent } goes back to its owner's hand; { $seat } takes its weapons.
event-whispered = { $cards ->
    [none] { $seat_start } looks at the hand { $victim_of }.
   *[other] { $seat_start } looks at the hand { $victim_of }: { $cards }.
}
event-taken = { $card ->
    [none] { $seat_start } takes a card from the hand { $victim_of }.
   *[other] { $seat_start } takes a card from the hand { $victim_of }: { $card }.
}
event-spied = { $cards ->
    [none] { $seat_start } looks at the missions in the { $zone } zone { $owner_of }.
   *[other] { $seat_start } looks at the missions in the { $zone } zone { $owner_of }: { $cards }.
}
event-returned = { $card ->
    [none] { $seat_start } sends a mission back to hand from the { $zone } zone { $owner_of }.
   *[other] { $seat_start } sends a mission back to hand from the { $zone } zone { $owner_of }: { $card }.
}
event-conjured = { $cards ->
    [none] { $seat_start } looks at the four top cards of the deck.
   *[other] { $seat_start } looks at the four top cards of the deck: { $cards }.
}
event-chosen = { $card ->
    [none] { $seat_start } keeps one of the four.
   *[other] { $seat_start } keeps one of the four: { $card }.
}
event-arranged = { $cards ->
    [none] { $seat_start } puts the other three back on the deck.
   *[other] { $seat_start } puts the other three back on the deck, from the top down: { $cards }.
}
event-exhumed = { $seat_start } takes the top card of the graveyard into its hand.
event-slipped = { $card ->
    [none] { $seat_start } passes a shadow card { $ally_to }.
   *[other] { $seat_start } passes a shadow card { $ally_to }: { $card }.
}
event-finale-began = The deck is empty: the final confrontation begins. A last turn for { $seats }.
event-passed = { $seat_start } passes its last turn.
event-resigned = { $seat_start } resigns.
event-revealed = { $sides ->
    [none] All missions are turned up: there is none.
   *[other] All missions are turned up: { $sides }.
}
event-revealed-side = { $seat_bare }: { $missions }
event-revealed-between = { "; " }
event-ended = { $count ->
    [one] { $how } Winner: { $winners }.
   *[other] { $how } Winners: { $winners }.
}

# Endings and scores.

ending-bounties = The final confrontation is over: the bounties are counted.
ending-resignation = Nobody is left to play against.

score-total = Bounties

# The drawn table.

table-head = { $turn ->
    [0] set-up
   *[other] turn { $turn }, { $seat_bare }
} · { $alliances ->
    [true] 0 and 2 against 1 and 3
   *[false] each for itself
} · { $conspiracy ->
    [none] no conspiracy
   *[other] { $conspiracy }
}
table-finale = Final confrontation
table-last-turns = last turn to come: { $seats }
table-last-turn = this is the last turn of all
table-stocks = Deck { $deck } · pile 1: { $first } · pile 2: { $second } · pile 3: { $third } · graveyard { $graveyard }
table-graveyard-top = Top of the graveyard: { $card }
table-seen = You have seen, { $place }:
table-skills = Skills that have happened:
table-legend = ★ dominated   ◆ missions
table-seat = { $relation ->
    [own] { $seat_title } (you)
    [ally] { $seat_title } (ally)
   *[none] { $seat_title }
}
table-hand-size = { $count ->
    [one] { $count } card in hand
   *[other] { $count } cards in hand
}
table-resigned = resigned
table-among-them = among them:
table-nothing = nothing on the table
table-conditional = { $bounty } if ★
table-added = { $owner_of }, added
table-subtracted = { $owner_of }, subtracted
table-hand = Your hand
table-empty-hand = Your hand is empty
table-unsure = Seen, but where now?
table-one-of = in one of:
table-deployed = Deployed this turn:
table-a-mission = a mission
table-a-deception = a Deception
table-named = Agents named:
table-looking = You look at:
table-chosen = Chosen so far:
table-spot = the { $zone } zone { $owner_of }
table-target = target: { $agent }
table-weapons = weapons: { $card }
table-put-back = on top of the deck: { $card }
table-asks = { $own ->
    [true] You: { $what }
   *[false] { $seat_title }: { $what }
}
table-no-mission = no mission
table-together = { $seats } together:

hand-agents = agents
hand-weapons = weapons
hand-missions = missions

# Where a hidden card may be.

place-hand = hand { $seat_of }
place-missions = { $zone } missions { $seat_of }
place-pile = pile { $pile }
place-deck = top of the deck
place-bundle = cards going round

# What is asked.

question-draft = keep which card?
question-turn = recruit or deploy?
question-last_turn = deploy or pass the last turn?
question-recruit = take the pile or put it back? (pile { $pile })
question-deploy = go on deploying or end the turn?
question-ruby_tracker = name which two agents of one opponent?
question-tracker_choice = discard which of the two agents named?
question-shadow_claw = eliminate which agent of strength 3 or less?
question-yaksha = eliminate the last agent of which zone?
question-looter = take which pile?
question-illusionist_keep = keep which of the four cards?
question-illusionist_order = put which card back next, the top one first?
question-beast = scare away which agent that bears a weapon?
question-mistrunner = move which agent, discarding which weapons?
question-whisper = look at the hand of which player?
question-whisper_take = take which card of the hand? (hand { $owner_of })
question-chameleon = look at the missions of which zone?
question-chameleon_return = send which mission back to its owner's hand? (the { $zone } zone { $owner_of })
question-shadow = pass a shadow card to the ally?
question-over = the match is over
question-step_zone = in which zone?
question-step_target = against whom?
question-step_deceived = which agent to win over?
question-step_weapons = with which weapons?
question-step_second = and which other agent?
question-step_price = for which weapons?

# Refusals.

refusal-other_question = Something else is asked now.
refusal-not_in_hand = This card is not in your hand.
refusal-cannot_pass = A turn can't be passed before the final confrontation.
refusal-nothing_done = A deployment does at least one thing before it ends.
refusal-already_deploying = A turn is spent recruiting or deploying: you are deploying.
refusal-no_recruiting = There is no recruiting in the final confrontation.
refusal-one_agent = You have deployed your agent of this turn.
refusal-no_allowance = No allowance of this turn covers this agent.
refusal-total_not_allowed = With that, the agent's strength would fit no allowance of this turn.
refusal-wrong_zone = This agent can't go there.
refusal-zone_dominated = Arrogance: no agent can be deployed in a zone that you dominate.
refusal-one_mission = You have laid your mission of this turn.
refusal-not_dominated = You don't dominate that zone.
refusal-not_a_weapon = An agent serves as a weapon only with Weapon Theft.
refusal-not_in_bundle = This card is not among those that you choose from.
refusal-not_two_of_one_opponent = Ruby Tracker names two agents of one opponent, in the order in which they came.
refusal-not_named = Ruby Tracker has not named this agent.
refusal-too_strong = Shadow Claw eliminates a deployed agent of strength 3 or less.
refusal-empty_zone = There is no agent in that zone.
refusal-not_among_four = This card is not among those that you look at.
refusal-not_armed = The Beast needs an opponent's agent that bears a weapon.
refusal-not_payable = Mistrunner moves a deployed agent that is not stronger than your weapons, to a zone of yours where it doesn't stand.
refusal-more_weapons_needed = The weapons must be at least as strong as the agent.
refusal-no_hand_to_hear = Amber Whisper needs an opponent that has a card.
refusal-not_in_that_hand = This card is not in that hand.
refusal-no_mission_there = The Chameleon needs an opponent's zone with a mission.
refusal-not_among_missions = This mission is not among those that you look at.
refusal-no_deception = You can't make a Deception now: one a turn, with weapons that match an enemy's agent.
refusal-not_to_be_deceived = A Deception needs an enemy's agent whose strength your weapons match.
refusal-sum_must_match = With that weapon the sum could not equal the agent's strength.
refusal-no_fatal_blow = There is no Fatal Blow with this card now.
refusal-not_of_that_strength = A Fatal Blow strikes a deployed agent as strong as the discarded one.
refusal-slip_not_held = This card is not in your hand.
refusal-already_resigned = You have resigned already.
