<?php
require 'settle.php';

const RESULTS = 'https://games.example.com/embed/baccarat/api/results';

// $pay must pay a bet once, however often you call it with that bet.
function settleOpenBets(array $open, callable $pay): void
{
    foreach (array_unique(array_column($open, 'round')) as $round) {
        $answer = file_get_contents(RESULTS . "?round=$round");
        // Empty until the round has a result.
        foreach (json_decode($answer ?: '[]', true, flags: JSON_THROW_ON_ERROR) as $entry) {
            foreach ($open as $bet) {
                if ($bet['round'] === $round) {
                    $pay($bet, Tableside\settle($entry, $bet)); // ['outcome' => 'won', 'returned' => 195]
                }
            }
        }
    }
}
