<?php
// A page with a live table, for PHP. Keep the key in the environment, never in the code:
//   TABLESIDE_URL=https://games.example.com TABLESIDE_KEY=… php -S 127.0.0.1:8080 server.php

const GAMES = [
    'dragontiger' => 'Dragon Tiger',
    'baccarat' => 'Baccarat',
    'bigsixball' => 'Big Six Ball',
];

$service = (string) getenv('TABLESIDE_URL');
$key = (string) getenv('TABLESIDE_KEY');
// The service has its host to itself, and the key travels on https: plain http is for this machine.
if (!preg_match('~^(https://[^/?#\s]+|http://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?)/?$~D', $service) || $key === '') {
    error_log('Set TABLESIDE_URL, an https address without a path, and TABLESIDE_KEY.');
    http_response_code(500);
    exit('The table is not set up yet.');
}

// Take nothing but a known game from the address.
$wanted = $_GET['game'] ?? '';
$slug = is_string($wanted) && array_key_exists($wanted, GAMES) ? $wanted : 'dragontiger';
$src = rtrim($service, '/') . '/embed/' . $slug . '/?key=' . rawurlencode($key);

// The page holds the key: let no cache keep it.
header('Cache-Control: no-store');
?>
<!doctype html><title>Live table</title>
<iframe src="<?= htmlspecialchars($src, ENT_QUOTES) ?>" title="<?= GAMES[$slug] ?>"
  sandbox="allow-scripts allow-same-origin allow-popups" allowfullscreen
  style="width: 100%; aspect-ratio: 830 / 553; border: 0"></iframe>
