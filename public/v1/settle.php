<?php
// Settles bets on Tableside rounds. Needs PHP 8.1 (64 bits) and nothing else.
//
//   require 'settle.php';
//   Tableside\settle($entry, $bet);     // ['outcome' => 'won', 'returned' => 200]
//   Tableside\settle($entry, $bet, ['baccarat' => ['banker' => ['won' => [1, 1], 'won-with-six' => [1, 2]]]]);
//
// $entry is a round from api/results, decoded into arrays. $bet is an array: game, round, market, teams
// (Big Six Ball only), stake, placedAtMs, closesAtMs. Amounts are integers in the smallest unit of a
// currency; winnings and half stakes are rounded down. A bet placed at or after its closing time is void. If a
// bet cannot be settled, this throws a SettleError with the reason, and the bet stays open.

declare(strict_types=1);

namespace Tableside;

const MAX_STAKE = 1_000_000_000_000; // Payouts and intermediate results never overflow.
const MAX_TERM = 1_000_000;
const MAX_ODDS = 1_000;
const VALUES = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];
const TEAMS = ['rovers', 'united', 'city', 'wanderers', 'athletic', 'rangers']; // Numbers 1 to 6.

final class SettleError extends \RuntimeException
{
    public function __construct(public readonly string $reason, string $message)
    {
        parent::__construct($message);
    }
}

/** Settles a bet. Returns outcome (won, lost, push, half or void) and returned (including the stake). */
function settle(mixed $entry, array $bet, array $paytable = []): array
{
    [$read, $prizes, $eventOf, $teams] = checkBet($bet);
    $played = $read(requireFinished($entry, $bet['round'] ?? null));
    $event = $eventOf($played, ...$teams);
    checkPaytable($paytable, games());
    $own = $paytable[$bet['game']][$bet['market']] ?? [];
    $prize = $event === null ? 'lost' : $own[$event] ?? $prizes[$event];
    if ($bet['placedAtMs'] >= $bet['closesAtMs']) {
        return ['outcome' => 'void', 'returned' => $bet['stake']];
    }
    return settlementOf($prize, $bet['stake']);
}

function settlementOf(string|array $prize, int $stake): array
{
    return match ($prize) {
        'lost' => ['outcome' => 'lost', 'returned' => 0],
        'push' => ['outcome' => 'push', 'returned' => $stake],
        'half' => ['outcome' => 'half', 'returned' => intdiv($stake, 2)],
        default => ['outcome' => 'won', 'returned' => $stake + winnings($stake, ...$prize)],
    };
}

/** Computed in two steps, because stake times odds could overflow. */
function winnings(int $stake, int $wins, int $per): int
{
    return intdiv($stake, $per) * $wins + intdiv($stake % $per * $wins, $per);
}

// Checks before settlement.

function isWhole(mixed $value, int $highest = 2 ** 53 - 1): bool
{
    return is_int($value) && $value >= 1 && $value <= $highest;
}

function isTimeMs(mixed $value): bool
{
    // A time in seconds is far below this, and would make every bet seem early.
    return isWhole($value) && $value >= 1_000_000_000_000;
}

/** Throws the errors that depend on the bet alone. Call it before you accept one. */
function checkBet(array $bet): array
{
    $games = games();
    $game = $bet['game'] ?? null;
    if (!is_string($game) || !isset($games[$game])) {
        $names = implode(', ', array_keys($games));
        throw new SettleError('unknown-game', json_encode($game) . " is not a game. Use one of: $names.");
    }
    [$read, $markets] = $games[$game];
    $market = $bet['market'] ?? null;
    if (!is_string($market) || !isset($markets[$market])) {
        $names = implode(', ', array_keys($markets));
        throw new SettleError('unknown-market', "$game has no market " . json_encode($market) . ". Use one of: $names.");
    }
    [$teamCount, $prizes, $eventOf] = $markets[$market];
    $teams = $bet['teams'] ?? [];
    $known = $game === 'bigsixball' ? TEAMS : [];
    $isList = is_array($teams) && array_is_list($teams) && count($teams) === $teamCount;
    $areKnown = $isList && array_filter($teams, fn ($team) => !in_array($team, $known, true)) === [];
    if (!$areKnown || count(array_unique($teams)) < $teamCount) {
        $list = "a list of $teamCount, all different, from: " . implode(', ', $known);
        throw new SettleError('bad-teams', "\"teams\" of a bet on $market must be " . ($teamCount === 0 ? 'an empty list.' : "$list."));
    }
    if (!isWhole($bet['round'] ?? null)) {
        throw new SettleError('bad-round', 'A round must be a whole number from 1, not a string.');
    }
    if (!isWhole($bet['stake'] ?? null, MAX_STAKE)) {
        throw new SettleError('bad-stake', 'A stake must be a whole number from 1 to ' . MAX_STAKE . ', such as cents.');
    }
    foreach (['placedAtMs', 'closesAtMs'] as $name) {
        if (!isset($bet[$name])) {
            throw new SettleError('bad-time', "$name is missing. Use the bet that takeBet returned.");
        }
        if (!isTimeMs($bet[$name])) {
            throw new SettleError('bad-time', "$name must be a whole number of milliseconds since 1970, not seconds.");
        }
    }
    return [$read, $prizes, $eventOf, $teams];
}

function requireFinished(mixed $entry, mixed $number): array
{
    if ($entry === null) {
        throw new SettleError('unfinished', "Round $number is not in the results yet.");
    }
    if (!is_array($entry) || !isWhole($entry['round'] ?? null)) {
        throw contradiction('it has no round number');
    }
    if ($entry['round'] !== $number) {
        throw new SettleError('wrong-round', "The entry is for round {$entry['round']}, but the bet is on another.");
    }
    if (in_array($entry['phase'] ?? null, ['betting', 'revealing'], true)) {
        throw new SettleError('unfinished', "Round $number is not over.");
    }
    return $entry;
}

function checkPaytable(array $paytable, array $games): void
{
    foreach ($paytable as $game => $markets) {
        if (!isset($games[$game]) || !is_array($markets)) {
            throw new SettleError('bad-paytable', "$game is not a game with markets.");
        }
        foreach ($markets as $market => $events) {
            if (!isset($games[$game][1][$market]) || !is_array($events)) {
                throw new SettleError('bad-paytable', "$game has no market $market with events.");
            }
            foreach ($events as $event => $prize) {
                if (!isset($games[$game][1][$market][1][$event]) || !isPrize($prize)) {
                    throw new SettleError('bad-paytable', "$game $market has no event $event, or its payout is invalid.");
                }
            }
        }
    }
}

function isPrize(mixed $prize): bool
{
    if (!is_array($prize)) {
        return in_array($prize, ['push', 'half', 'lost'], true);
    }
    return array_is_list($prize) && count($prize) === 2
        && isWhole($prize[0], MAX_TERM) && isWhole($prize[1], MAX_TERM) && $prize[0] <= MAX_ODDS * $prize[1];
}

function contradiction(string $what): SettleError
{
    return new SettleError('bad-entry', "The entry cannot be right: $what.");
}

const FIELDS = [
    'dragontiger' => ['dragon', 'tiger', 'result'],
    'baccarat' => ['player_cards', 'banker_cards', 'player_total', 'banker_total', 'natural', 'result'],
    'bigsixball' => ['result_map'],
];

function requireFields(array $entry, string $game): void
{
    $missing = fn (string $of): array => array_values(array_diff(FIELDS[$of], array_keys($entry)));
    if ($missing($game) !== []) {
        foreach (array_keys(FIELDS) as $other) {
            if ($missing($other) === []) {
                throw new SettleError('wrong-game', "The entry is for $other, but the bet is on $game.");
            }
        }
        throw contradiction("it has no \"{$missing($game)[0]}\" field");
    }
    foreach (FIELDS[$game] as $name) {
        if ($entry[$name] === null) {
            throw new SettleError('unfinished', "\"$name\" is still null: wait until the round is over.");
        }
    }
}

// Reads rounds for the markets.

/** Rank 1 (ace) to 13 (king), points and suit. */
function readCard(mixed $card): array
{
    $rank = is_array($card) ? array_search($card['value'] ?? null, VALUES, true) : false;
    if ($rank === false || !in_array($card['suit'] ?? null, ['S', 'H', 'D', 'C'], true)) {
        throw contradiction('a card does not exist');
    }
    return ['rank' => $rank + 1, 'points' => $rank >= 9 ? 0 : $rank + 1, 'suit' => $card['suit']];
}

function readDragonTiger(array $entry): array
{
    requireFields($entry, 'dragontiger');
    $dragon = readCard($entry['dragon']);
    $tiger = readCard($entry['tiger']);
    $lead = $dragon['rank'] <=> $tiger['rank'];
    if ($entry['result'] !== ['tiger', 'tie', 'dragon'][$lead + 1]) {
        throw contradiction('its result does not match its cards');
    }
    return ['dragon' => $dragon, 'tiger' => $tiger, 'lead' => $lead];
}

function readBaccarat(array $entry): array
{
    requireFields($entry, 'baccarat');
    $player = readHand($entry['player_cards']);
    $banker = readHand($entry['banker_cards']);
    $cards = count($player) + count($banker);
    if ($entry['player_total'] !== total($player) || $entry['banker_total'] !== total($banker)) {
        throw contradiction('a total does not match its cards');
    }
    $lead = total($player) <=> total($banker);
    if ($entry['result'] !== ['banker', 'tie', 'player'][$lead + 1]) {
        throw contradiction('its result does not match its totals');
    }
    $natural = total(array_slice($player, 0, 2)) >= 8 || total(array_slice($banker, 0, 2)) >= 8;
    if ($entry['natural'] !== $natural || ($natural && $cards > 4)) {
        throw contradiction('its natural flag does not match its cards');
    }
    return ['player' => $player, 'banker' => $banker, 'cards' => $cards, 'lead' => $lead, 'natural' => $natural];
}

function readHand(mixed $cards): array
{
    if (!is_array($cards) || !array_is_list($cards) || count($cards) < 2 || count($cards) > 3) {
        throw contradiction('a hand does not have two or three cards');
    }
    return array_map(readCard(...), $cards);
}

function total(array $hand): int
{
    return array_sum(array_column($hand, 'points')) % 10;
}

function isPair(array $hand): bool
{
    return $hand[0]['rank'] === $hand[1]['rank'];
}

function isPerfect(array $hand): bool
{
    return isPair($hand) && $hand[0]['suit'] === $hand[1]['suit'];
}

/** The teams from first place to last. */
function readRanking(array $entry): array
{
    requireFields($entry, 'bigsixball');
    $ranks = $entry['result_map'];
    $order = is_array($ranks) ? array_filter($ranks, is_int(...)) : [];
    asort($order);
    $teams = array_keys($order);
    $isRanking = array_values($order) === [1, 2, 3, 4, 5, 6] && array_diff(TEAMS, $teams) === [];
    if (!$isRanking || count($ranks) !== 6) {
        throw contradiction('its ranks are not 1 to 6, one for each team');
    }
    return $teams;
}

// The markets: the number of teams, the payout of each event, and a function that returns the event.

function simple(array $prize, callable $wins, int $teams = 0): array
{
    return [$teams, ['won' => $prize], fn (...$played) => $wins(...$played) ? 'won' : null];
}

function ofCard(string $side): array
{
    $rank = fn (array $played): int => $played[$side]['rank'];
    $isRed = fn (array $played): bool => in_array($played[$side]['suit'], ['H', 'D'], true);
    return [
        "$side-big" => simple([1, 1], fn ($played) => $rank($played) > 7),
        "$side-small" => simple([1, 1], fn ($played) => $rank($played) < 7),
        "$side-odd" => [
            0,
            ['won' => [3, 4], 'seven' => [3, 4]],
            fn ($played) => $rank($played) === 7 ? 'seven' : ($rank($played) % 2 === 1 ? 'won' : null),
        ],
        "$side-even" => simple([21, 20], fn ($played) => $rank($played) % 2 === 0),
        "$side-red" => simple([9, 10], $isRed),
        "$side-black" => simple([9, 10], fn ($played) => !$isRed($played)),
    ];
}

/** A side that wins with this lead; a tie is a separate event. */
function side(int $lead, string|array $onTie): array
{
    $event = fn ($played) => $played['lead'] === 0 ? 'tie' : ($played['lead'] === $lead ? 'won' : null);
    return [0, ['won' => [1, 1], 'tie' => $onTie], $event];
}

function bankerEvent(array $played): ?string
{
    return match ($played['lead']) {
        -1 => total($played['banker']) === 6 ? 'won-with-six' : 'won',
        0 => 'tie',
        1 => null,
    };
}

function games(): array
{
    static $games;
    $isTie = fn ($played) => $played['lead'] === 0;
    $number = fn ($order) => array_search($order[0], TEAMS, true) + 1;
    return $games ??= [
        'dragontiger' => [readDragonTiger(...), [
            'dragon' => side(1, 'half'),
            'tiger' => side(-1, 'half'),
            'tie' => simple([8, 1], $isTie),
            'suited-tie' => simple([50, 1], fn ($played) => $isTie($played) && $played['dragon']['suit'] === $played['tiger']['suit']),
            ...ofCard('dragon'),
            ...ofCard('tiger'),
        ]],
        'baccarat' => [readBaccarat(...), [
            'player' => side(1, 'push'),
            'banker' => [0, ['won' => [19, 20], 'won-with-six' => [19, 20], 'tie' => 'push'], bankerEvent(...)],
            'tie' => simple([8, 1], $isTie),
            'player-pair' => simple([11, 1], fn ($played) => isPair($played['player'])),
            'banker-pair' => simple([11, 1], fn ($played) => isPair($played['banker'])),
            'either-pair' => simple([5, 1], fn ($played) => isPair($played['player']) || isPair($played['banker'])),
            'perfect-pair' => [
                0,
                ['one' => [25, 1], 'both' => [200, 1]],
                fn ($played) => [null, 'one', 'both'][(int) isPerfect($played['player']) + (int) isPerfect($played['banker'])],
            ],
            'natural' => simple([9, 5], fn ($played) => $played['natural']),
            'big' => simple([27, 50], fn ($played) => $played['cards'] > 4),
            'small' => simple([3, 2], fn ($played) => $played['cards'] === 4),
        ]],
        'bigsixball' => [readRanking(...), [
            'winner' => simple([47, 10], fn ($order, $team) => $order[0] === $team, 1),
            'podium' => simple([9, 10], fn ($order, $team) => in_array($team, array_slice($order, 0, 3), true), 1),
            'last' => simple([47, 10], fn ($order, $team) => $order[5] === $team, 1),
            'exacta' => simple([55, 2], fn ($order, ...$teams) => array_slice($order, 0, 2) === $teams, 2),
            'trifecta' => simple([113, 1], fn ($order, ...$teams) => array_slice($order, 0, 3) === $teams, 3),
            'odd' => simple([9, 10], fn ($order) => $number($order) % 2 === 1),
            'even' => simple([9, 10], fn ($order) => $number($order) % 2 === 0),
            'high' => simple([9, 10], fn ($order) => $number($order) > 3),
            'low' => simple([9, 10], fn ($order) => $number($order) <= 3),
            'head-to-head' => simple([9, 10], fn ($order, $team, $other) => array_search($team, $order, true) < array_search($other, $order, true), 2),
        ]],
    ];
}
