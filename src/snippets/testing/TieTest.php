<?php

use PHPUnit\Framework\TestCase;

final class TieTest extends TestCase
{
    public function testStakesOnPlayerAndBankerComeBackWhenBaccaratTies(): void
    {
        $address = self::ask()["address"];
        $round = self::ask(["do" => "next", "game" => "baccarat", "outcome" => "tie"])["round"];
        // Bets are open now: place yours on this round.
        self::ask(["do" => "move", "to" => "result", "game" => "baccarat"]);
        $json = file_get_contents("$address/embed/baccarat/api/results?round=$round");
        [$entry] = json_decode($json, true);
        $this->assertSame(100, self::returned($entry, "player", 100));
        $this->assertSame(100, self::returned($entry, "banker", 100));
    }

    /** Yours in its place: what a bet on a finished round returns. */
    private static function returned(array $entry, string $side, int $stake): int
    {
        if ($entry["result"] === "tie" && $side !== "tie") {
            return $stake;
        }
        return $entry["result"] === $side ? $stake * 2 : 0;
    }

    /** Asks the sandbox for its state, or has it do something. */
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
