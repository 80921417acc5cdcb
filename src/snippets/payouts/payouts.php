<?php
declare(strict_types=1);

require_once 'settle.php';

const SERVICE = 'https://games.example.com';

// $pay must pay a bet once, however often you call it with that bet.
// Throws while the service does not answer: catch that and call it again.
function settleOpenBets(string $game, array $open, callable $pay): void
{
    $own = array_filter($open, fn($bet) => $bet['game'] === $game);
    foreach (array_unique(array_column($own, 'round')) as $round) {
        $context = stream_context_create(['http' => ['timeout' => 10, 'ignore_errors' => true]]);
        $response = @file_get_contents(SERVICE . "/embed/$game/api/results?round=$round", context: $context);
        $entries = json_decode($response ?: '', true);
        if (!is_array($entries) || !array_is_list($entries)) {
            throw new RuntimeException($entries['detail'] ?? 'The service does not answer.');
        }
        // Empty until the round has a result.
        foreach ($entries as $entry) {
            foreach ($own as $bet) {
                if ($bet['round'] !== $round) {
                    continue;
                }
                try {
                    $pay($bet, Tableside\settle($entry, $bet)); // ['outcome' => 'won', 'returned' => 195]
                } catch (Throwable $error) {
                    // This bet stays open, and the others are paid.
                    error_log('not settled: ' . json_encode($bet) . ' ' . $error->getMessage());
                }
            }
        }
    }
}
