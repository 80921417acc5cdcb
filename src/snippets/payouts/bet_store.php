<?php
declare(strict_types=1);

// Players and their bets in one SQLite file. Needs pdo_sqlite.
function db(): PDO
{
    static $db;
    if ($db === null) {
        $db = new PDO('sqlite:' . (getenv('BETS_DB') ?: 'bets.sqlite'));
        // Waits for other processes that use the file, in seconds.
        $db->setAttribute(PDO::ATTR_TIMEOUT, 5);
        $db->exec('pragma foreign_keys = on;
            create table if not exists player (
                id text primary key,
                balance integer not null check (balance >= 0)
            ) strict;
            create table if not exists bet (
                id integer primary key,
                request text not null,
                player text not null references player,
                details text not null, outcome text, returned integer,
                unique (player, request)
            ) strict;
            create index if not exists open_bet on bet (id)
                where outcome is null');
    }
    return $db;
}

// Runs a statement and returns the number of changed rows.
function change(string $sql, mixed ...$values): int
{
    $statement = db()->prepare($sql);
    $statement->execute($values);
    return $statement->rowCount();
}

function inTransaction(callable $work): void
{
    db()->exec('begin immediate');
    try {
        $work();
        db()->exec('commit');
    } catch (Throwable $error) {
        db()->exec('rollback');
        throw $error;
    }
}

// Adds a player, unless the id exists.
function addPlayer(string $player, int $balance): void
{
    $add = 'insert or ignore into player (id, balance) values (?, ?)';
    change($add, $player, $balance);
}

// Stores a bet that `takeBet` returned, and debits its stake. A
// repeated request id has no effect: create the id in the browser.
function placeBet(string $request, string $player, array $bet): void
{
    inTransaction(function () use ($request, $player, $bet) {
        $insert = 'insert into bet (request, player, details)
            values (?, ?, ?) on conflict do nothing';
        if (change($insert, $request, $player, json_encode($bet)) === 0) {
            return;
        }
        $debit = 'update player set balance = balance - ?
            where id = ? and balance >= ?';
        $stake = $bet['stake'];
        if (change($debit, $stake, $player, $stake) === 0) {
            throw new RangeException("Player $player does not have $stake.");
        }
    });
}

// The player's bet with this request id, or null. Call this before
// `takeBet`, which throws on a retry after bets have closed.
function findBet(string $request, string $player): ?array
{
    $find = db()->prepare('select details, outcome, returned from bet
        where request = ? and player = ?');
    $find->execute([$request, $player]);
    $row = $find->fetch(PDO::FETCH_ASSOC);
    return $row ? json_decode($row['details'], true) + $row : null;
}

// The bets to pass to `settleOpenBets`.
function openBets(): array
{
    $select = 'select id, player, details from bet where outcome is null';
    return array_map(
        fn($row) => json_decode($row['details'], true)
            + ['id' => $row['id'], 'player' => $row['player']],
        db()->query($select)->fetchAll(),
    );
}

// Closes a bet and credits its player. A repeated call has no effect.
function pay(array $bet, array $settlement): void
{
    inTransaction(function () use ($bet, $settlement) {
        ['outcome' => $outcome, 'returned' => $returned] = $settlement;
        $close = 'update bet set outcome = ?, returned = ?
            where id = ? and outcome is null';
        if (change($close, $outcome, $returned, $bet['id']) === 1) {
            $credit = 'update player set balance = balance + ? where id = ?';
            change($credit, $returned, $bet['player']);
        }
    });
}
