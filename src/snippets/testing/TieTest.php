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

    public function testStakesOnPlayerAndBankerComeBackWhenBaccaratTies(): void
    {
        $url = self::ask()["url"];
        $round = self::ask(["do" => "next", "game" => "baccarat", "outcome" => "tie"])["round"];
        // Bets are open now: place your own on this round.
        $bets = [self::bet($round, "player"), self::bet($round, "banker")];
        self::ask(["do" => "move", "to" => "result", "game" => "baccarat"]);
        $json = file_get_contents("$url/embed/baccarat/api/results?round=$round");
        [$entry] = json_decode($json, true);
        foreach ($bets as $bet) {
            $this->assertSame(["outcome" => "push", "returned" => 100], settle($entry, $bet));
        }
    }

    /** Replace this with a bet as you store it. */
    private static function bet(int $round, string $market): array
    {
        $url = self::ask()["url"];
        $schedule = json_decode(file_get_contents("$url/embed/baccarat/api/schedule"), true);
        $startMs = $schedule["genesis"] + ($round - 1) * $schedule["intervalMs"];
        $times = ["placedAtMs" => $schedule["now"], "closesAtMs" => $startMs + $schedule["closesMs"]];
        return ["game" => "baccarat", "round" => $round, "market" => $market, "stake" => 100, ...$times];
    }

    /** Requests the sandbox's state, or sends it a command. */
    private static function ask(?array $command = null): array
    {
        $control = getenv("SANDBOX_CONTROL") ?: "http://127.0.0.1:3101/";
        $options = $command === null ? [] : [
            "method" => "POST",
            "header" => "content-type: application/json",
            "content" => json_encode($command),
        ];
        $context = stream_context_create(["http" => $options]);
        return json_decode(file_get_contents($control, false, $context), true);
    }
}
