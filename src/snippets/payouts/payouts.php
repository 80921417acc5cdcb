<?php
declare(strict_types=1);

require_once 'settle.php';

// $pay must pay each bet only once, even if called again. Throws if the
// service does not respond: catch the exception and try again later.
function settleOpenBets(string $game, array $open, callable $pay): void
{
    $own = array_filter($open, fn($bet) => $bet['game'] === $game);
    foreach (array_unique(array_column($own, 'round')) as $round) {
        $service = getenv('TABLESIDE_URL') ?: 'https://games.example.com';
        $url = "$service/embed/$game/api/results?round=$round";
        $http = ['timeout' => 10, 'ignore_errors' => true];
        $context = stream_context_create(['http' => $http]);
        $response = @file_get_contents($url, context: $context);
        $entries = json_decode($response ?: '', true);
        if (!is_array($entries) || !array_is_list($entries)) {
            $why = $entries['detail'] ?? 'The service does not respond.';
            throw new RuntimeException($why);
        }
        // Empty until the round has a result.
        foreach ($entries as $entry) {
            foreach ($own as $bet) {
                if ($bet['round'] !== $round) {
                    continue;
                }
                try {
                    // For example, ['outcome' => 'won', 'returned' =>
                    // 200].
                    $pay($bet, Tableside\settle($entry, $bet));
                } catch (Throwable $error) {
                    // This bet stays open; the loop pays the others.
                    $why = $error->getMessage();
                    error_log("not settled: $why " . json_encode($bet));
                }
            }
        }
    }
}
