<?php
require 'settle.php';

const RESULTS = 'https://games.example.com/embed/baccarat/api/results';

// $pay must pay a bet once, however often you call it with that bet.
function settleOpenBets(array $open, callable $pay): void
{
    $own = array_filter($open, fn($bet) => $bet['game'] === 'baccarat');
    foreach (array_unique(array_column($own, 'round')) as $round) {
        $answer = file_get_contents(RESULTS . "?round=$round");
        // Empty until the round has a result.
        foreach (json_decode($answer ?: '[]', true, flags: JSON_THROW_ON_ERROR) as $entry) {
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
