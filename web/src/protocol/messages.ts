// Made from the Rust types of the protocol; `docs/protocol.md` says what they mean.
// A test compares this file with them: `PLAYMAT_WRITE=1 cargo test -p playmat-wire` writes it anew.

export const PROTOCOL_VERSION = 1;

/** Something in sight that a move can be aimed at: a card, a player or a place. */
export type Aim = {
/** The card `view[part].value[index]`: part and index. */
card?: [number, number],
/** The player. */
seat?: Seat,
/** The place: whose side, and which place there. */
slot?: [Seat, number], };

/** What the promises of a seed are bound to, in hexadecimal. */
export type Bound = {
/** The match. */
match: string,
/** The tags of the players. */
players: [string, string],
/** What became of their shares. */
brought: [Brought, Brought], };

/** What became of a share. */
export type Brought = "opened" | "nothing" | "unopened";

/** A bug report: what happened, and under which program and rules. Of a match that still runs it holds what one seat was told. */
export type BugReport = {
/** The version of the program. */
playmat: string,
/** The version of the protocol. */
protocol: number,
/** The game. */
game: string,
/** The fingerprint of the rules. */
rules: string,
/** The fingerprint of the cards alone. */
cards?: string,
/** The version of the rules' code. */
rule_version: number,
/** Where: how many entries of the record, or events while the match runs. */
position: number,
/** The readable record of a match that is over. */
record?: unknown,
/** Whether that record holds. */
verification?: Verification,
/** What the seat was told. */
seen?: Full, };

/** A card as somebody sees it. Without a name it is only a back. */
export type Card = {
/** Its name, if that is known. */
card?: string,
/** What it can be followed by while it is public. */
handle?: number,
/** Whose card it is. */
owner: Seat,
/** The place on its side, where places matter. */
place?: number,
/** Its numbers now: `3/2` or `5`. */
stats?: string,
/** The parts that a number is made of, where it has more than one; missing if there are none. */
terms?: Array<Term>,
/** State words and keywords; missing if there are none. */
marks?: Array<Mark>,
/** The names of the cards underneath, the lowest first; missing if there are none. */
under?: Array<string>, };

/** Something that is wrong with a file. */
export type CardComplaint = {
/** The file. */
file: string,
/** Where the words begin that it is about. */
from: number,
/** Where they end. */
to: number,
/** The line in which they begin, from 1. */
line: number,
/** What is wrong, and what would be right. */
sentence: string,
/** `C07`; `playmat explain C07` says more. */
code?: string,
/** The changes that take it away; any one of them suffices. */
fixes?: Array<CardFix>, };

/** A file of cards. */
export type CardFile = {
/** Its name: `fish.cards`. */
name: string,
/** Its text. */
text: string, };

/** A change that is offered. */
export type CardFix = {
/** What it does: ``Write `haste` ``. */
title: string,
/** The file that is changed. */
file: string,
/** Where the change begins. */
from: number,
/** Where it ends. */
to: number,
/** What stands there then. */
text: string, };

/** `workshop/complete`: something that can stand at the place. */
export type CardWords = {
/** As it is listed. */
label: string,
/** As it is written; what must be filled in stands in `#{...}`. */
text: string,
/** `verb`, `keyword`, `card`: its part of speech. */
class: string,
/** What it means, or the text of the card. */
gloss: string,
/** Where the half-written word begins that it takes the place of. */
from: number,
/** Where that ends. */
to: number, };

/** One part of the view has a new value: `view[part].value = value`. */
export type Change = {
/** The place of the part in the view. */
part: number,
/** Its value now. */
value: PartValue, };

/** A card that is other than the shipped one of its name. */
export type ChangedCard = {
/** The shipped text. */
shipped: string,
/** The text. */
text: string, };

/** Something that was said. */
export type ChatLine = {
/** Its number, from 1 for each table. Numbers are missing where a line was not for this client. */
n: number,
/** The seat of a player; none for a spectator. */
seat?: Seat,
/** `Me.id` of the speaker, for muting. */
player: string,
/** The name of the speaker. */
name: string,
/** A phrase. */
phrase?: Phrase,
/** Or a text. */
text?: string, };

/** Something that was checked. */
export type Check = {
/** Stable: `file`, `rules`, `promise`, `decks`, `entries`, `trail`, `end`, `signature`. */
what: string,
/** How it came out. */
result: CheckResult,
/** For people. */
sentence: string,
/** The first entry that is wrong, from 0. */
entry?: number, };

/** How a check came out. */
export type CheckResult = "passed" | "failed" | "missing" | "unclaimed";

/** An option of a question, with everything on the table that it means. */
export type Choice = {
/** The word of the move: `play`, `attack`, `use`, `set`, `next`, `end`, `done`, `choose`, `pass`, `none`, `yes`, `no`. */
verb: string,
/** The whole option in words. */
words: string,
/** The name of the card it is about. */
card?: string,
/** Where that card is. */
spot?: Spot,
/** The player it is about. */
seat?: Seat,
/** The place it is about: whose side, and which place there. */
slot?: [Seat, number],
/** Where the move can be aimed, for clients that asked for it in their `hello`: what lies in sight among the answers to the question that comes with it. Missing if none comes, or if it
 * would tell more than this seat knows. */
aims?: Array<Aim>, };

/** From a client to the server. */
export type ClientMessage = { "type": "hello",
/** `PROTOCOL_VERSION`. */
version: number,
/** Where it was, to go on without a full view. */
resume?: Resume,
/** Whether options shall say where they can be aimed (`FaceForm.aims`(crate.FaceForm.aims)): for boards on which cards are dragged. */
aims?: boolean, } | { "type": "ready",
/** The seat of the player who looks. */
seat: Seat, } | { "type": "answer",
/** `Question.decision`. */
decision: number,
/** A place in `Question.options`. */
pick: number, } | { "type": "take-back",
/** `Question.decision`. */
decision: number, } | { "type": "concede",
/** Hot-seat only: which player. */
seat?: Seat, } | { "type": "concession",
/** What is said to it. */
say: ConcessionWord,
/** Hot-seat only: which player. */
seat?: Seat, } | { "type": "draw",
/** What is said about it. */
say: DrawWord,
/** Hot-seat only: which player. */
seat?: Seat, } | { "type": "undo",
/** What is said about it. */
say: UndoWord,
/** Hot-seat only: which player. */
seat?: Seat, } | { "type": "close-reveal",
/** `Reveal.event`. */
event: number, } | { "type": "commit",
/** The match that is about to begin. */
match: string,
/** For which seat. */
seat: Seat,
/** SHA-256 in hexadecimal. */
commitment: string, } | { "type": "open",
/** The match that is about to begin. */
match: string,
/** For which seat. */
seat: Seat,
/** 32 random bytes in hexadecimal. */
share: string, } | { "type": "rematch",
/** Whether the player wants to. */
want: boolean, } | { "type": "say",
/** A phrase by its id. */
phrase?: Phrase,
/** A text of at most 200 characters. */
text?: string, } | { "type": "resync", } | { "type": "ping",
/** Comes back in the answer. */
id: number, };

/** The clocks of a table. */
export type Clock = {
/** Seconds that each player has. */
bank: number,
/** Seconds that each answered question gives back, never beyond the initial time. */
increment: number, };

/** The players' clocks when this was sent, in milliseconds. That of the asked player runs, unless somebody looks at revealed
 * cards. */
export type Clocks = {
/** Player 1's. */
p1: number,
/** Player 2's. */
p2: number, };

/** Why something was not done, or why a connection ends; `docs/protocol.md` says what each means. New ones may come. */
export type Code =
	| "bad-record"
	| "no-scene"
	| "bad-request"
	| "bad-name"
	| "bad-password"
	| "unknown-edition"
	| "bad-deck"
	| "bad-clock"
	| "unknown-bot"
	| "bad-forwarded"
	| "who-are-you"
	| "bad-login"
	| "bad-recovery"
	| "bad-origin"
	| "not-yours"
	| "no-account"
	| "no-table"
	| "no-match"
	| "no-deck"
	| "no-session"
	| "no-player"
	| "unknown-game"
	| "not-found"
	| "seat-taken"
	| "no-open-seat"
	| "match-runs"
	| "match-not-over"
	| "too-many-decks"
	| "name-taken"
	| "has-account"
	| "other-rules"
	| "over"
	| "agree-first"
	| "bad-cards"
	| "too-large"
	| "too-many"
	| "internal"
	| "log-unavailable"
	| "full"
	| "shutting-down"
	| "unreachable"
	| "bad-message"
	| "version"
	| "too-fast"
	| "too-slow"
	| "silent"
	| "no-spectators"
	| "table-closed"
	| "moved"
	| "replaced"
	| "logged-out"
	| "not-asked"
	| "old-decision"
	| "no-such-option"
	| "nothing-to-take-back"
	| "reveal-open"
	| "not-shown"
	| "not-your-seat"
	| "no-offer"
	| "no-undo"
	| "not-over"
	| "not-hot-seat"
	| "bad-share"
	| "late-share"
	| "bad-text"
	| "no-chat"
	| "not-in-a-lesson"
	| "no-quick-match";

/** The answer to a bot that offers to concede. */
export type ConcessionWord = "accept" | "decline";

/** A deck, and whether it can be played. */
export type DeckCheck = {
/** Its name. */
name: string,
/** Its cards by name, each as often as it is in the deck; none if the text cannot be read. */
cards: Array<string>,
/** The deck as a file in canonical form; as it was sent if it cannot be read. */
text: string,
/** Whether it can be played. */
legal: boolean,
/** Everything that is wrong with it. */
faults: Array<DeckFault>, };

/** `POST /api/games/GAME/deck`: whether a deck is legal, and everything that is wrong if it is not. A random one is drawn. */
export type DeckCheckRequest = {
/** The edition; the default one if it is missing. */
edition?: string,
/** Single rulings, name and value. */
rulings?: { [key in string]: string },
/** The deck. */
deck: DeckRequest, };

/** Something that is wrong with a deck. */
export type DeckFault = {
/** The line of the text, from 1, if one line is wrong. */
line?: number,
/** Stable: `deck-file`, `unknown-card`, or a code of the game. */
code: string,
/** For people. */
sentence: string, };

/** A deck: `fish-1`, `random`, `random:Fish`, a list of cards, or the text of a deck file. */
export type DeckRequest = string | {
/** The cards by name, each as often as it is in the deck. */
cards: Array<string>, } | {
/** The card by name. */
try: string, } | {
/** `deck NAME`, then a card on each line, with a number before it if there are several. */
text: string, };

/** What is said about a draw. */
export type DrawWord = "offer" | "accept" | "decline";

/** A line of a card with its kind. */
export type Effect = {
/** `normal`. */
kind: string,
/** The whole line. */
text: string, };

/** How a match ended. */
export type Ending = "rules" | "concession" | "timeout" | "agreement" | "closed";

/** A finished match, as the caller played it. */
export type FinishedMatch = {
/** Its id: `GET /api/matches/MATCH/record`. */
match: string,
/** The game. */
game: string,
/** The edition. */
edition: string,
/** When it ended. */
ended: number,
/** My seat. */
seat: Seat,
/** How it ended for me. */
result: MatchResult,
/** How: an `Ending`. */
by: string,
/** My deck. */
deck: string,
/** My rival. */
rival: Rival,
/** Whether I played both sides. */
alone: boolean,
/** How my rating changed, if it was rated. */
rating?: RatingChange,
/** Everybody: it was played at a public table. */
public: boolean,
/** Whoever has my link, if I share it: `/replay/MATCH?key=KEY`. */
link?: string, };

/** `GET /api/matches/MATCH/forecast`: who was going to win a match that is over, by a bot's quick estimate. */
export type Forecast = {
/** The beginning of every turn, or of some of them where there were many, and the end. */
points: Array<ForecastPoint>,
/** The move that did most for who won, if one did much. */
turning?: TurningPoint, };

/** A position of a match that is over, and who was going to win. */
export type ForecastPoint = {
/** After how many entries of the record: the position of the replay. */
at: number,
/** How many turns were begun. */
turn: number,
/** Player 1's chance of winning in percent; a draw counts a half. */
percent: number, };

/** `DELETE /api/me`: delete me and all my data. */
export type ForgetRequest = {
/** An account's password; guests have none. */
password?: string, };

/** `workshop/format`: the file in its canonical form. */
export type FormattedCards = {
/** The text; missing if it has mistakes that must be mended first. */
text?: string, };

/** `GET /api/games/GAME/find?q=SEARCH`: what a search over all cards finds, like `t:predator atk>=3 keyword:haste text:"draw" -is:token`. */
export type FoundCards = {
/** Their names; a card and a token may share one. */
cards: Array<string>, };

/** Everything a viewer may know of a running match. */
export type Full = {
/** The match. */
match: string,
/** Whose view it is. */
viewer: Viewer,
/** The number of the last event that happened. */
number: number,
/** All parts. */
view: View,
/** What this viewer heard of the match so far. */
events: Array<GameEvent>,
/** The state of the match. */
state: State,
/** Whether the viewer's last move can be taken back; missing if there is none. */
take_back?: TakeBack,
/** What the viewer is asked, if anything. */
question?: Question, };

/** A card of a game. */
export type GameCard = {
/** Whether it may be in a deck of this edition. */
pool: boolean,
/** The words of the glossary that it uses. */
words: Array<string>,
/** Its name. */
name: string,
/** The word of its kind. */
kind: string,
/** Its section. */
category: string | null,
/** Its printed numbers. */
stats: string | null,
/** Its printed keywords. */
keywords: Array<string>,
/** Its lines. */
text: Array<string>,
/** Whether it is a token. */
token: boolean,
/** Whether it is generated into a hand. */
generated: boolean,
/** The name of its picture, if its file names one. */
icon?: string,
/** `fire`; only in games whose cards have types and levels, like the three that follow. */
type?: string,
/** `beast`, `dragon`. */
subtypes?: Array<string>,
/** The level, null for a card without one. */
level?: number | null,
/** Its lines with their kinds. */
effects?: Array<Effect>, };

/** An event with its number. */
export type GameEvent = {
/** Its number: from 1, without gaps in a match. */
n: number,
/** True if it is told without its secret. */
veiled?: boolean,
/** What happened, in one stable word: `drawn`, `damaged`, `entered`. */
what: string,
/** The name of the card that caused it. */
cause?: string,
/** The player it is about. */
seat?: Seat,
/** The cards it is about; missing if there are none. */
cards?: Array<SeenCard>,
/** How much or how many. */
number?: number,
/** Which keyword, phase or state. */
word?: string,
/** To whom it shows its cards. They can be shown again; while a person looks at them for the first time, the match waits. */
shown_to?: Seat,
/** The event in a sentence. */
text: string, };

/** `GET /api/games/GAME`: everything about a game under these terms, with the cards that new matches are played with. */
export type GameInfo = {
/** `food-chain` */
name: string,
/** `Food Chain` */
title: string,
/** The edition of the cards below. */
edition: string,
/** The fingerprint of these rules and cards. */
rules: string,
/** The named editions, the default first. */
editions: Array<string>,
/** The points on which editions differ. */
rulings: Array<Ruling>,
/** The words of the phases that a turn has under these rules, in order; empty for a game without phases. */
phases: Array<string>,
/** How many places each side of the table has, side by side; 0 for as many as are needed. */
places: number,
/** The levels of its bots, the weakest first. */
bots: Array<string>,
/** The sections of its cards. */
categories: Array<string>,
/** All cards that may be seen in a match. */
cards: Array<GameCard>,
/** What the words on the cards mean. */
glossary: Array<GlossaryEntry>,
/** The rules in short; missing if nobody wrote them. */
guide?: Array<GuideSection>,
/** The ready decks. */
decks: Array<ReadyDeck>, };

/** `GET /api/games`: one of the games. */
export type GameSummary = {
/** `food-chain` */
name: string,
/** `Food Chain` */
title: string,
/** The named editions of its rules, the default first. */
editions: Array<string>,
/** The levels of its bots, the weakest first. */
bots: Array<string>,
/** Whether it is an example: listed behind the others, without ratings and quick matches. */
example?: boolean, };

/** What somebody has played of one game. */
export type GameTally = {
/** The game. */
game: string,
/** How many matches were won. */
wins: number,
/** How many were lost. */
losses: number,
/** How many were drawn. */
draws: number,
/** The deck that was played most; only its player is told. */
favourite?: string,
/** The rating, once there was a rated match. */
rating?: RatingInfo, };

/** What a word means. */
export type GlossaryEntry = {
/** `keyword`, `verb`, `noun`: its part of speech. */
class: string,
/** The word. */
word: string,
/** The word as a heading for people: `when something dies`. */
heading: string,
/** How it is written. */
usage: string,
/** A sentence. */
gloss: string, };

/** A part of the rules in short. */
export type GuideSection = {
/** What it is about. */
heading: string,
/** Sentences; words between `**` stand out. */
lines: Array<string>, };

/** Something that happened, as told to one audience. */
export type Happening = {
/** What happened, in one stable word: `drawn`, `damaged`, `entered`. */
what: string,
/** The name of the card that caused it. */
cause?: string,
/** The player it is about. */
seat?: Seat,
/** The cards it is about; missing if there are none. */
cards?: Array<SeenCard>,
/** How much or how many. */
number?: number,
/** Which keyword, phase or state. */
word?: string,
/** To whom it shows its cards. They can be shown again; while a person looks at them for the first time, the match waits. */
shown_to?: Seat,
/** The event in a sentence. */
text: string, };

/** `POST /api/tables/CODE/join`: sit down. */
export type JoinRequest = {
/** Which seat; the first open one if it is missing. */
seat?: Seat,
/** The deck; a random one if it is missing. */
deck?: DeckRequest,
/** The hash of the cards that one agrees to play with, if they are not the shipped ones. */
cards?: string, };

/** `GET /api/games/GAME/lessons`: one of the lessons of a game, in their order. */
export type LessonInfo = {
/** Its id: `1-prey`. */
id: string,
/** Its title. */
title: string,
/** What is to be done, a paragraph each; words between `**` stand out. */
task: Array<string>,
/** What is said after a wrong move. */
hint: Array<string>,
/** What was learnt. */
done: Array<string>, };

/** The state of a lesson. */
export type LessonStands = "open" | "wrong" | "done";

/** Somebody has logged in. */
export type LoggedIn = {
/** The account. */
me: Me,
/** How many finished matches came from the guest. */
matches: number,
/** How many decks came from the guest. */
decks: number, };

/** `POST /api/login`. */
export type LoginRequest = {
/** Capitals do not matter. */
name: string,
/** The password. */
password: string,
/** Whether what the guest of this browser has becomes the account's: matches, decks, seats at tables. */
bring?: boolean, };

/** A state word on a card: `frozen`, `cooldown` with a number, `equipped` with a card. */
export type Mark = {
/** The word. */
word: string,
/** The number that belongs to it. */
number?: number,
/** The name of the card that belongs to it. */
card?: string, };

/** `GET /api/me/matches`: finished matches, the latest first. */
export type MatchPage = {
/** The matches. */
matches: Array<FinishedMatch>,
/** `?before=NEXT` has those before these, if there are more. */
next?: string, };

/** How a match ended for somebody. */
export type MatchResult = "won" | "lost" | "drawn" | "unfinished";

/** `GET` and `POST /api/matches/MATCH/share`: who may read a match besides its players. */
export type MatchShare = {
/** Everybody: it was played at a public table. */
public: boolean,
/** Whoever has my link, if I share it: `/replay/MATCH?key=KEY`. */
link?: string, };

/** Who the client is. */
export type Me = {
/** Stable, and not secret. */
id: string,
/** The name that others read. */
name: string,
/** Whether it is a program. */
program: boolean,
/** Whether there is an account. */
account?: boolean,
/** A program's secret, told once: `Authorization: Bearer TOKEN`. */
token?: string,
/** Until when the token is valid, in seconds of Unix time. */
expires?: number, };

/** `POST /api/me`: be a guest of this name, or change the name. */
export type MeRequest = {
/** The name that others read; a name is made up if it is missing. */
name?: string,
/** Be a program: the answer then has a token instead of a cookie. */
program?: boolean, };

/** What everybody at a table is told; `docs/protocol.md` says what each means. New ones may come. */
export type NoticeCode =
	| "log-unavailable"
	| "log-back"
	| "took-over"
	| "draw-declined"
	| "undo-declined";

/** What happens when a clock runs out. */
export type OnTimeout = "lose" | "bot";

/** How a match ended. */
export type Over = {
/** Who won; missing for a draw. */
winner?: Seat,
/** How it ended. */
by: Ending, };

/** Cards of one's own. */
export type OwnCards = {
/** Whether the shipped files are part of them. A file of the same name takes the place of a shipped one. */
shipped: boolean,
/** Files that are not shipped, or are others than the shipped ones. */
files: Array<CardFile>, };

/** Whether the server keeps the pace of people or of programs. */
export type Pace = "people" | "programs";

/** One part of a view. */
export type Part = {
/** The player it belongs to; missing for a part of the whole table. */
seat?: Seat,
/** As scenario files name it. */
name: string,
/** What is seen of it. */
value: PartValue, };

/** A number, a word or cards. */
export type PartValue = number | string | Array<Card>;

/** `POST /api/me/password`: change the password. All other sessions end. */
export type PasswordRequest = {
/** The current password. */
old: string,
/** 10 to 200 characters. */
new: string, };

/** Something that is often said. Every client shows it in the language of its reader. */
export type Phrase = "hello" | "good-luck" | "well-played" | "nice" | "wow" | "oops" | "thinking" | "sorry" | "thanks" | "good-game" | "again" | "bye";

/** `workshop/play`, and `GET /api/tables/CODE/cards`: a set that can be played, and what it has that the shipped one has not. */
export type PlayableCards = {
/** The hash of its cards: equal cards have equal hashes, on every machine. */
set: string,
/** All its files. */
files: Array<CardFile>,
/** The texts of the cards that the shipped set has not. */
added: Array<string>,
/** Those that are others. */
changed: Array<ChangedCard>,
/** The names of shipped cards that it has not. */
removed: Array<string>,
/** The game with these cards. */
info: GameInfo, };

/** Every HTTP response that is no success. */
export type Problem = {
/** Stable: a `Code`. */
code: string,
/** For people: what is wrong and what would be right. */
sentence: string, };

/** `GET /api/me/profile` and `GET /api/players/ID`: what somebody has played. */
export type Profile = {
/** `Me.id`. */
id: string,
/** The name that others read. */
name: string,
/** Since when there is an account; guests have none. */
since?: number,
/** By game, those that were played. */
games: Array<GameTally>, };

/** A question to the viewer. */
export type Question = {
/** The number that an answer names. Numbers have no order. */
decision: number,
/** Who is asked. */
seat: Seat,
/** The question in a sentence. */
words: string,
/** The name of the card that asks. */
about?: string,
/** How the answers belong together. */
form: QuestionForm,
/** What it is asked for. */
occasion: QuestionOccasion,
/** True if the server answers it by itself after a while, with its only option. */
forced?: boolean,
/** True if the move that is being declared can be taken back. */
take_back?: boolean,
/** The options; an answer is a place in this list. */
options: Array<Choice>,
/** Why other cards cannot be played now; missing if there is nothing to say. */
why_not?: Array<WhyNot>, };

/** How answers belong together. */
export type QuestionForm = "one-of" | "some-of" | "order";

/** What a question is asked for. */
export type QuestionOccasion = "move" | "declaring" | "raised";

/** What comes from `GET /api/quick/socket`. */
export type QuickNews = { "type": "waiting",
/** Seconds so far. */
waited: number,
/** How far apart the ratings of rivals may be by now. */
window: number,
/** How many others look for a match of this game. */
others: number, } | { "type": "offer",
/** Its level. */
level: string, } | { "type": "matched",
/** Its code. */
code: string,
/** Whether it is rated. */
rated: boolean, } | { "type": "refused",
/** Stable: a `Code`. */
code: string,
/** For people. */
sentence: string, };

/** What goes to `GET /api/quick/socket`. Closing it leaves the queue. */
export type QuickRequest = { "type": "seek",
/** The game. */
game: string,
/** The deck. */
deck: DeckRequest, } | { "type": "bot", };

/** How a match changed a rating. */
export type RatingChange = {
/** Before it. */
before: number,
/** After it. */
after: number, };

/** A rating after Glicko-2. */
export type RatingInfo = {
/** 1500 for a new player. */
rating: number,
/** The deviation: the true strength is within twice this with a probability of 95 %. */
deviation: number,
/** How many rated matches there were. */
games: number,
/** Whether it is still provisional. */
provisional: boolean, };

/** `workshop/read`: what is wrong with the cards, and how those of one file look. */
export type Reading = {
/** The names of all files, in order. */
files: Array<string>,
/** Everything that is wrong, file by file. */
complaints: Array<CardComplaint>,
/** The cards of the file as they can be read, in its order. */
cards: Array<WrittenCard>, };

/** A deck that comes with the game. */
export type ReadyDeck = {
/** Its id in requests: `fish-1`. */
id: string,
/** Its name. */
name: string,
/** What its author says about it. */
note?: string,
/** Whether it is legal under the rules that were asked for. */
legal: boolean,
/** Its cards by name. */
cards: Array<string>, };

/** Why something cannot be done. */
export type Reason = {
/** Stable: `field-full`. */
code: string,
/** The names of the cards concerned. */
cards: Array<string>,
/** What is wrong and what would be right. */
sentence: string, };

/** The public half of a key. */
export type RecordKey = {
/** What records name it by: 16 hexadecimal digits. */
id: string,
/** Ed25519: 64 hexadecimal digits. */
public: string,
/** Whether it signs now. */
current: boolean, };

/** `GET /api/keys`: what the signatures of this server's records are checked with. */
export type RecordKeys = {
/** All keys that this server ever signed with, the one of now first. */
keys: Array<RecordKey>, };

/** `POST /api/recover`: another password for who has the recovery code. All sessions end, and there is a new code. */
export type RecoverRequest = {
/** The name of the account; capitals do not matter. */
name: string,
/** The recovery code; capitals, spaces and `-` do not matter. */
recovery: string,
/** The new password: 10 to 200 characters. */
password: string, };

/** `GET` and `POST /api/me/recovery`. */
export type RecoveryInfo = {
/** When the code was made; none if there is none yet. */
made?: number,
/** The code, told once: when it is made. */
recovery?: string, };

/** `POST /api/me/recovery`: another recovery code; the one before is worth nothing. */
export type RecoveryRequest = {
/** The password. */
password: string, };

/** Something that was not done. */
export type Refusal = {
/** The `type` of the message it is about. */
to: string,
/** Stable: a `Code`. */
code: string,
/** For people. */
sentence: string,
/** The decision that was answered, if it was an answer. */
decision?: number, };

/** `GET /api/matches/MATCH/replay`, `POST /api/replays`: a match that is over, from its record. */
export type Replay = {
/** The match, if the server keeps it. */
match?: string,
/** `food-chain` */
game: string,
/** The edition, if one was asked for. */
edition?: string,
/** Single rulings. */
rulings: { [key in string]: string },
/** The fingerprint of the rules it was played under. */
rules: string,
/** The card files that it was played with, if somebody wrote them. */
own_cards?: Array<CardFile>,
/** What the players are called. */
players: [string, string],
/** How it ended, if it did. */
over?: Over,
/** Whether the record holds. */
verification: Verification,
/** What each player saw before the first entry. */
start: ReplayViews,
/** What each entry led to, after what happened before the first one. */
steps: Array<ReplayStep>, };

/** One position of a replay: the changes since the one before. */
export type ReplayStep = {
/** Whose entry led here; missing for the opening and for what nobody answered. */
by?: Seat,
/** The entry in words: `play Orca`. */
words: string,
/** What happened, with nothing hidden. */
events?: Array<Happening>,
/** What changed for player 1. */
p1?: Array<Change>,
/** What changed for player 2. */
p2?: Array<Change>,
/** Who is asked now. */
asked?: Seat,
/** True if that player is to move with nothing half done: the position can be copied as a scenario. */
to_move?: boolean,
/** True if this was taken back later. */
undone?: boolean, };

/** A view for each player. */
export type ReplayViews = {
/** Player 1's. */
p1: View,
/** Player 2's. */
p2: View, };

/** Where a client was when its connection dropped. */
export type Resume = {
/** The match. */
match: string,
/** Whose view it had. */
viewer: Viewer,
/** The number of the last event it has. */
number: number, };

/** Revealed cards that a player looks at. */
export type Reveal = {
/** The number of the event that shows them. */
event: number,
/** Who looks. */
to: Seat,
/** Milliseconds after which it closes by itself. */
left: number, };

/** The rival of a player. */
export type Rival = {
/** The name of the rival. */
name: string,
/** `Me.id` of a person or program that is still known. */
player?: string,
/** The level of a bot. */
bot?: string,
/** The rival's deck. */
deck: string, };

/** A point on which editions differ. */
export type Ruling = {
/** `trap_activation` */
name: string,
/** Its values and what each means. */
values: Array<RulingValue>,
/** What each edition says, in the order of the editions. */
editions: Array<string>,
/** The value under the rules that were asked for. */
value: string, };

/** One value of a ruling. */
export type RulingValue = {
/** Its word. */
value: string,
/** What it means. */
meaning: string, };

/** `PUT /api/me/decks/ID`: save a deck. */
export type SaveDeckRequest = {
/** The game. */
game: string,
/** 1 to 60 characters. */
name: string,
/** At most 4 KiB. */
text: string, };

/** `GET /api/me/decks`: a deck that was saved. */
export type SavedDeck = {
/** Chosen by the client: 1 to 40 of `a` to `z`, `0` to `9` and `-`. */
id: string,
/** The game. */
game: string,
/** Its name. */
name: string,
/** Its text, as in a deck file. It was not checked. */
text: string,
/** When it was last saved. */
updated: number, };

/** `"p1"` or `"p2"`. */
export type Seat = "p1" | "p2";

/** What a seat plays. */
export type SeatDeck = {
/** Which. */
seat: Seat,
/** The id of a ready deck, `random`, `random:Fish`, or the name that a deck file begins with; `own` if it has none. */
deck: string, };

/** A seat as everybody sees it. */
export type SeatInfo = {
/** Which seat it is. */
seat: Seat,
/** Who sits there. */
who: SeatedBy,
/** The name of the player. */
name?: string,
/** `Me.id` of a person or program. */
player?: string,
/** Whether the player has an account. */
account?: boolean,
/** The level of a bot. */
level?: string,
/** Whether a person or program is connected; bots always are. */
online: boolean, };

/** Who is to sit in a seat. */
export type SeatRequest = {
/** Who is to sit there. */
who: Sitter,
/** The level of a bot. */
level?: string,
/** The deck; a random one if it is missing. An open seat gets the deck of whoever joins. */
deck?: DeckRequest,
/** The name of the player, if it differs from that of the guest: the second player of a hot-seat. */
name?: string, };

/** Who sits in a seat. */
export type SeatedBy = "nobody" | "person" | "program" | "bot";

/** What a shared seed was made of, in hexadecimal. */
export type SeedForm = {
/** The promise that was made before the match. */
commitment: string,
/** The server's secret. */
secret: string,
/** The players' shares. */
shares: [string, string],
/** The seed that follows. */
seed: string,
/** What the promises were bound to; missing in records of old. */
bound?: Bound, };

/** A card in an event: known, or only a back. */
export type SeenCard = {
/** Its name, if that is known. */
card?: string,
/** What it can be followed by, if it is public. */
handle?: number, };

/** From the server to a client. */
export type ServerMessage = { "type": "welcome",
/** `PROTOCOL_VERSION`. */
version: number,
/** Who the client is. */
me: Me,
/** The seats it holds: none for a spectator, both for a hot-seat. */
seats: Array<Seat>,
/** The table. */
table: Table,
/** The decks that the client may know of: those of its own seats, and of bots. A rival's is told after the match, among the finished
 * ones. */
decks?: Array<SeatDeck>, } | { "type": "table",
/** The table now. */
table: Table, } | { "type": "commitment",
/** The match that is about to begin. */
match: string,
/** The seats of this client in it. */
seats: Array<Seat>,
/** The tags of the players, in hexadecimal. */
players: [string, string],
/** The salt of the tags, in hexadecimal. */
salt: string,
/** SHA-256 in hexadecimal. */
commitment: string, } | { "type": "sealed",
/** The match that is about to begin. */
match: string,
/** The server's promise. */
commitment: string,
/** What was promised for each seat; nothing for a seat that brings no share. */
shares: [string | null, string | null], } | { "type": "full" } & Full | { "type": "update" } & Update | { "type": "handover",
/** Who is to look next. */
to: Seat, } | { "type": "lesson",
/** The state. */
stands: LessonStands, } | { "type": "refused" } & Refusal | { "type": "notice",
/** Stable: a `NoticeCode`. */
code: string,
/** For people. */
sentence: string, } | { "type": "said",
/** In order. */
lines: Array<ChatLine>, } | { "type": "pong",
/** The id of the ping. */
id: number, } | { "type": "bye",
/** Stable: a `Code`. */
code: string,
/** For people. */
sentence: string,
/** Whether it makes sense to connect again. */
again: boolean, };

/** `GET /api/me/sessions`: a browser that is logged in. */
export type SessionInfo = {
/** The id by which it can be ended. */
id: string,
/** When it began. */
made: number,
/** When it was last used, within some minutes. */
seen: number,
/** The name of the browser. */
agent: string,
/** Whether it is the caller's own. */
current: boolean, };

/** `POST /api/account`: the guest who asks gets this name and password, and keeps everything else. */
export type SignUpRequest = {
/** 3 to 20 letters, digits, `-`, `_` and `.`. */
name: string,
/** 10 to 200 characters. */
password: string, };

/** An account is there, for the first time or again: who, and what opens it if the password is lost. */
export type SignedUp = {
/** The new account. */
me: Me,
/** The recovery code, told this once. */
recovery: string, };

/** Who is to sit in a seat. */
export type Sitter = "me" | "open" | "bot";

/** How others may watch. */
export type Spectators = {
/** Their delay in seconds. */
delay: number, };

/** Where a card is that an option means. */
export type Spot = {
/** Whose side or pile it is on. */
side: Seat,
/** The zone: the name of a part of the view. */
zone: string,
/** Which of several cards of the same name in that zone, counted from 1. */
nth: number,
/** The place of that part in the view, if the view shows the zone's cards. */
part?: number,
/** The place of the card among the cards of that part. */
index?: number, };

/** Whether a table waits for players, has a running match, or a finished one. */
export type Stage = "waiting" | "playing" | "over";

/** The state of a match, the same for all viewers. */
export type State = {
/** Who is asked something. */
asked?: Seat,
/** The clocks, if the table has them. */
clocks?: Clocks,
/** Milliseconds until the absence of the asked player counts as a timeout. */
away?: number,
/** Who offers a draw. */
draw?: Seat,
/** Which bot offers to concede, because it sees no hope. */
concession?: Seat,
/** Who asks to take back a move. */
undo?: Seat,
/** Who looks at revealed cards. Until nobody does, nobody can answer or take back, and no clock runs. */
reveals?: Array<Reveal>,
/** Who wants to play again, after the end. */
rematch?: Array<Seat>,
/** How it ended, if it did. */
over?: Over, };

/** A table as everybody sees it. */
export type Table = {
/** Six letters and digits. */
code: string,
/** The game. */
game: string,
/** The edition. */
edition: string,
/** Single rulings that differ from the edition. */
rulings: { [key in string]: string },
/** Whether it waits for players, has a running match, or a finished one. */
stage: Stage,
/** The match, once there is one. A rematch is another. */
match?: string,
/** Player 1's seat, then player 2's. */
seats: [SeatInfo, SeatInfo],
/** The clocks, if it has them. */
clock?: Clock,
/** Seconds that an asked player may be disconnected. */
away: number,
/** What happens when a clock runs out. */
on_timeout: OnTimeout,
/** Whether it is listed. */
public: boolean,
/** How others may watch, if they may. */
spectators?: Spectators,
/** How many watch now. */
watching: number,
/** Whether the server keeps the pace of people or of programs. */
pace: Pace,
/** Whether its matches change ratings. */
rated?: boolean,
/** Why its match could not go on, for people: the table is closed, and its `match` ended without a result. */
closed?: string,
/** The hash of its cards, if somebody wrote them: `GET /api/tables/CODE/cards` tells them. */
own_cards?: string, };

/** `POST /api/tables`: a new table. */
export type TableRequest = {
/** The game. */
game: string,
/** The edition; the default one if it is missing. */
edition?: string,
/** Single rulings, name and value. */
rulings?: { [key in string]: string },
/** Player 1's seat, then player 2's. Two seats of one's own are a hot-seat. */
seats: [SeatRequest, SeatRequest],
/** The clocks; none if it is missing. */
clock?: Clock,
/** Seconds that an asked player may be disconnected before that counts as a timeout; 180 if it is missing. */
away?: number,
/** What happens when a clock runs out. */
on_timeout?: OnTimeout,
/** Whether it is listed for everybody. */
public?: boolean,
/** Whether others may watch; nobody if it is missing. */
spectators?: Spectators,
/** Whether the server keeps the pace of people or of programs. */
pace?: Pace,
/** Cards of one's own instead of the shipped ones. */
cards?: OwnCards, };

/** Whether the last own move can be taken back. */
export type TakeBack = "free" | "ask";

/** A part of a number: `printed` 3, `wounded` -1. */
export type Term = {
/** What it comes from. */
word: string,
/** How much it adds. */
number: number, };

/** The move that turned a match. */
export type TurningPoint = {
/** The position before it, as in the replay. */
at: number,
/** How many turns were begun. */
turn: number,
/** Who made it. */
by: Seat,
/** The move in words: `play Orca`. */
words: string,
/** The card it is about. */
card?: string, };

/** What is said about taking back a move. */
export type UndoWord = "ask" | "accept" | "decline";

/** What happened since, and what it changed for a viewer. */
export type Update = {
/** The match. */
match: string,
/** The number of the last event before. A client that has another asks for `ClientMessage.Resync`. */
from: number,
/** The number of the last event now. Numbers in between that are missing in `events` belong to what this viewer did not hear. */
to: number,
/** What this viewer heard. */
events: Array<GameEvent>,
/** The parts of the view that changed. */
changes: Array<Change>,
/** The state of the match; replaces the last one. */
state: State,
/** Whether the viewer's last move can be taken back; replaces the last value, also if it is missing. */
take_back?: TakeBack,
/** What the viewer is asked; replaces the last question, also if it is missing. */
question?: Question, };

/** Whether a record holds: all that was checked. */
export type Verification = {
/** True if nothing failed and nothing is missing. */
holds: boolean,
/** What was checked, in order. */
checks: Array<Check>,
/** What the server and the players brought to the seed; missing for a seed that is a number. */
seed?: SeedForm, };

/** What one audience sees. */
export type View = Array<Part>;

/** Whose view of the table a client has. */
export type Viewer = "p1" | "p2" | "public";

/** Why a card cannot be played now. */
export type WhyNot = {
/** The name of the card. */
card: string,
/** The zone of the asked seat that it is in: the name of a part of the view. */
zone: string,
/** Why not. */
reason: Reason, };

/** `workshop/hover`: what the words at the place mean; `null` if that is not known. */
export type WordsMeaning = {
/** Where the words begin. */
from: number,
/** Where they end. */
to: number,
/** A line in code, then a paragraph; or the text of a card in a block of code. */
markdown: string, };

/** `POST /api/games/GAME/workshop/WHAT`: a question about cards that are being written. */
export type WorkshopRequest = {
/** The cards. */
cards: OwnCards,
/** Which file it is about. */
file?: string,
/** Which place of the file. */
at?: number,
/** The edition of the rules; the default one if it is missing. */
edition?: string,
/** Single rulings, name and value. */
rulings?: { [key in string]: string }, };

/** A card of a file. */
export type WrittenCard = {
/** As it is printed. */
card: GameCard,
/** Where it begins. */
from: number,
/** Where it ends. */
to: number, };
