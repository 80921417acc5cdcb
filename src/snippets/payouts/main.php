<?php
// Settles open bets until you stop it, including bets from before a
// restart. Places a new player's bet on Banker in the next open round.
declare(strict_types=1);

require_once 'bet_store.php';
require_once 'payouts.php';
require_once 'take_bet.php';

const GAMES = ['dragontiger', 'baccarat', 'bigsixball'];

addPlayer('ann', 10_000);
$bet = null;
while (true) {
    try {
        foreach (GAMES as $game) {
            settleOpenBets($game, openBets(), function ($bet, $settlement) {
                pay($bet, $settlement);
                echo $bet['player'], ' ', json_encode($settlement), "\n";
            });
        }
        $state = read('baccarat', 'current');
        if ($bet === null && $state['remainMs'] > 2_000) {
            $taken = takeBet('baccarat', $state['round'], 'banker', 100);
            placeBet(bin2hex(random_bytes(16)), 'ann', $taken);
            $bet = $taken;
            echo 'bet taken on round ', $state['round'], "\n";
        }
    } catch (Exception $error) {
        // After a refused bet or an outage, the next pass tries again.
        error_log($error->getMessage());
        sleep(4);
    }
    sleep(1);
}
