<?php
// Adds a player, takes a bet on Banker, and settles open bets until you
// stop it. If bets are closed, takeBet throws: start it again.
declare(strict_types=1);

require_once 'bet_store.php';
require_once 'payouts.php';
require_once 'take_bet.php';

const GAMES = ['dragontiger', 'baccarat', 'bigsixball'];

$round = read('baccarat', 'current')['round'];
addPlayer('ann', 10_000);
$bet = takeBet('baccarat', $round, 'banker', 100);
placeBet(bin2hex(random_bytes(16)), 'ann', $bet);
while (true) {
    foreach (GAMES as $game) {
        try {
            settleOpenBets($game, openBets(), function ($bet, $settlement) {
                pay($bet, $settlement);
                echo $bet['player'], ' ', json_encode($settlement), "\n";
            });
        } catch (RuntimeException $error) {
            // The next call tries again.
            error_log($error->getMessage());
        }
    }
    sleep(1);
}
