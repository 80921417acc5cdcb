<?php

use PHPUnit\Framework\TestCase;
use function Tableside\settle;

require_once __DIR__ . "/settle.php";

final class TieTest extends TestCase
{
    protected function setUp(): void
    {
        self::ask(["do" => "reset"]);
    }

    public function testATieReturnsStakesOnPlayerAndBanker(): void
    {
        $url = self::ask()["url"];
        $next = ["do" => "next", "game" => "baccarat"];
        $round = self::ask([...$next, "outcome" => "tie"])["round"];
        // Bets are open now: place your own on this round.
        $player = self::bet($round, "player");
        $banker = self::bet($round, "banker");
        $move = ["do" => "move", "game" => "baccarat"];
        self::ask([...$move, "to" => "result"]);
        $results = "$url/embed/baccarat/api/results?round=$round";
        [$entry] = json_decode(file_get_contents($results), true);
        $push = ["outcome" => "push", "returned" => 100];
        foreach ([$player, $banker] as $bet) {
            $this->assertSame($push, settle($entry, $bet));
        }
    }

    /** Replace this with a bet from your own database. */
    private static function bet(int $round, string $market): array
    {
        $url = self::ask()["url"];
        $json = file_get_contents("$url/embed/baccarat/api/schedule");
        $schedule = json_decode($json, true);
        $sinceGenesisMs = ($round - 1) * $schedule["intervalMs"];
        $startMs = $schedule["genesis"] + $sinceGenesisMs;
        return [
            "game" => "baccarat",
            "round" => $round,
            "market" => $market,
            "stake" => 100,
            "placedAtMs" => $schedule["now"],
            "closesAtMs" => $startMs + $schedule["closesMs"],
        ];
    }

    /** Sends a command to the sandbox, or requests its state. */
    private static function ask(?array $command = null): array
    {
        $control = getenv("SANDBOX_CONTROL") ?: "http://127.0.0.1:3101/";
        $options = $command === null ? [] : [
            "method" => "POST",
            "header" => "content-type: application/json",
            "content" => json_encode($command),
        ];
        $context = stream_context_create(["http" => $options]);
        $json = file_get_contents($control, false, $context);
        return json_decode($json, true);
    }
}
