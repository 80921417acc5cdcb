<?php
// Receives webhooks, for PHP 8.1:
// WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:4001 webhooks.php

/** Stores a body atomically, even if the process or machine stops. */
function store(string $file, string $body): bool
{
    $folder = dirname($file);
    // Another request can create the folder at the same time.
    $exists = is_dir($folder) || @mkdir($folder, 0700, true);
    if (!$exists && !is_dir($folder)) {
        return false;
    }
    $part = "$file." . bin2hex(random_bytes(8)) . '.part';
    $stream = @fopen($part, 'x');
    if ($stream === false) {
        return false;
    }
    $written = @fwrite($stream, $body);
    $isWhole = $written === strlen($body) && fsync($stream);
    fclose($stream);
    if ($isWhole && rename($part, $file)) {
        return true;
    }
    unlink($part);
    return false;
}

/**
 * Checks a Standard Webhooks signature: HMAC-SHA256 over the id, the
 * time and the unchanged body.
 */
function isGenuine(
    string $id,
    string $sent,
    string $signatures,
    string $body,
): bool {
    if (!ctype_digit($sent) || abs(time() - (int) $sent) > 300) {
        return false;
    }
    // While you replace the secret, set both, separated by a space.
    $secrets = explode(' ', (string) getenv('WEBHOOK_SECRET'));
    foreach ($secrets as $secret) {
        $base64 = preg_replace('/^whsec_/', '', $secret);
        $key = base64_decode($base64, true);
        if ($key === false || $key === '') {
            continue;
        }
        $hash = hash_hmac('sha256', "$id.$sent.$body", $key, true);
        $expected = 'v1,' . base64_encode($hash);
        foreach (explode(' ', $signatures) as $signature) {
            if (hash_equals($expected, $signature)) {
                return true;
            }
        }
    }
    return false;
}

$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$sent = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
// Longer than any webhook; strangers could send gigabytes.
$body = (string) file_get_contents('php://input', length: 65_537);
if (strlen($body) > 65_536) {
    http_response_code(413);
    exit;
}
$signatures = $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '';
if (!isGenuine($id, $sent, $signatures, $body)) {
    error_log('Rejected: check WEBHOOK_SECRET and the clock.');
    // The service retries after any non-2xx response.
    http_response_code(400);
    exit;
}
// Stores the webhook for later, because the response must not wait.
// Ignores duplicates.
$folder = getenv('WEBHOOKS_DIR') ?: __DIR__ . '/webhooks';
$file = "$folder/" . hash('sha256', $id) . '.json';
if (!file_exists($file) && !store($file, $body)) {
    error_log("The webhook $id cannot be stored in $folder.");
    http_response_code(500);
    exit;
}
http_response_code(204);
