<?php
declare(strict_types=1);

require_once 'settle.php';

function read(string $game, string $name): array
{
    $service = getenv('TABLESIDE_URL') ?: 'https://games.example.com';
    $url = "$service/embed/$game/api/$name";
    $http = ['ignore_errors' => true, 'timeout' => 5];
    $context = stream_context_create(['http' => $http]);
    $response = @file_get_contents($url, context: $context);
    $fields = json_decode($response ?: '', true);
    $fields ??= ['detail' => 'The service does not respond.'];
    if (isset($fields['detail'])) {
        throw new RuntimeException($fields['detail']);
    }
    return $fields;
}

// When bets on a round close. From the next UTC day, `next` applies,
// unless it is null.
function closesAtMs(int $round, array $schedule): int
{
    $next = $schedule['next'];
    $isLater = $next !== null && $round >= $next['round'];
    $terms = $isLater ? $next : $schedule;
    $sinceGenesisMs = ($round - 1) * $schedule['intervalMs'];
    $startMs = $schedule['genesis'] + $sinceGenesisMs;
    return $startMs + $terms['closesMs'];
}

// Returns the bet to store. Throws a SettleError if the bet is invalid,
// an OutOfRangeException if bets are not open, and another exception if
// the service does not respond.
function takeBet(
    string $game,
    int $round,
    string $market,
    int $stake,
    array $teams = [],
): array {
    $bet = compact('game', 'round', 'market', 'teams', 'stake');
    // Checks the bet before any request, with placeholder times.
    $times = ['placedAtMs' => 10 ** 12, 'closesAtMs' => 10 ** 12];
    Tableside\checkBet($bet + $times);
    $current = read($game, 'current');
    $started = hrtime(true);
    $schedule = read($game, 'schedule');
    // Adds the request's duration, so that the time is never too early.
    $durationMs = (int) ceil((hrtime(true) - $started) / 1e6);
    $placedAtMs = $schedule['now'] + $durationMs;
    $closesAtMs = closesAtMs($round, $schedule);
    $isOpen = $current['round'] === $round
        && $current['phase'] === 'betting'
        && $current['remainMs'] > 0;
    if (!$isOpen || $placedAtMs >= $closesAtMs) {
        throw new OutOfRangeException("Bets on round $round are not open.");
    }
    return $bet + compact('placedAtMs', 'closesAtMs');
}
