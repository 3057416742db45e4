<?php
// Uses the official PHP SDK against the sandbox: one JSON line for each check.
// usage: php driver.php SDK_FOLDER JSONMAPPER_FOLDER SANDBOX_URL

[, $sdk, $mapper, $base] = $argv;
error_reporting(E_ALL & ~E_DEPRECATED);
set_error_handler(function ($level, $message, $file, $line) {
    if (error_reporting() & $level) throw new ErrorException($message, 0, $level, $file, $line);
});
spl_autoload_register(function ($class) use ($sdk, $mapper) {
    $path = str_replace('\\', '/', $class) . '.php';
    $path = str_starts_with($class, 'PhonePe\\') ? "$sdk/src/phonepe/sdk/pg/" . substr($path, 8) : "$mapper/src/$path";
    foreach ([$path, str_replace('_', '/', $path)] as $file) if (is_file($file)) return require_once $file;
});

use PhonePe\common\exceptions\PhonePeException;
use PhonePe\common\utils\CurlHttpClient;
use PhonePe\Env;
use PhonePe\payments\v2\models\request\builders\StandardCheckoutPayRequestBuilder;
use PhonePe\payments\v2\models\request\builders\StandardCheckoutRefundRequestBuilder;
use PhonePe\payments\v2\standardCheckout\StandardCheckoutClient;

/** The SDK's own client, with the provider's hosts replaced. */
class SandboxHttpClient extends CurlHttpClient
{
    public static string $base;

    private static function local(string $url): string
    {
        return preg_replace('~^https://api-preprod\.phonepe\.com/apis/(?:pg|identity-manager)~', self::$base, $url);
    }

    public static function postRequest($url, $body, $headers) { return parent::postRequest(self::local($url), $body, $headers); }

    public static function getRequest($url, $headers) { return parent::getRequest(self::local($url), $headers); }
}
SandboxHttpClient::$base = $base;

function control(string $method, string $path, ?array $body = null)
{
    global $base;
    $http = ['method' => $method, 'header' => 'content-type: application/json', 'content' => $body === null ? '' : json_encode($body)];
    return json_decode(file_get_contents("$base/_sandbox/$path", false, stream_context_create(['http' => $http])), true);
}

function client(string $secret = 'secret') { return StandardCheckoutClient::getInstance('shop', 1, $secret, Env::UAT, false, new SandboxHttpClient()); }

function pay(string $order, int $amount = 49900)
{
    $builder = StandardCheckoutPayRequestBuilder::builder()->merchantOrderId($order)->amount($amount);
    return client()->pay($builder->redirectUrl('https://shop.example/thanks')->message('Tea')->udf1('one')->build());
}

function paid(string $order, string $instrument = 'ACCOUNT')
{
    pay($order);
    control('POST', "orders/$order/simulate", ['outcome' => 'SUCCESS', 'instrument' => $instrument]);
}

function refund(string $refund, string $order, int $amount)
{
    $builder = StandardCheckoutRefundRequestBuilder::builder()->merchantRefundId($refund);
    return client()->refund($builder->originalMerchantOrderId($order)->amount($amount)->build());
}

function refusal(callable $call): array
{
    try {
        $call();
    } catch (PhonePeException $error) {
        return [$error->getHttpStatusCode(), $error->code];
    }
    return [0, 'no refusal'];
}

function same($expected, $actual)
{
    if ($expected !== $actual) throw new Exception('expected ' . json_encode($expected) . ', got ' . json_encode($actual));
}

$checks = [
    'pay' => function () use ($base) {
        $reply = pay('php-pay');
        same(['PENDING', true], [$reply->getState(), str_starts_with($reply->getRedirectUrl(), $base)]);
        same('PENDING', client()->getOrderStatus('php-pay')->getState());
    },
    'meta info' => function () {
        pay('php-meta');
        same('one', client()->getOrderStatus('php-meta')->getMetaInfo()->getUdf1());
    },
    'failed payment' => function () {
        pay('php-failed');
        control('POST', 'orders/php-failed/simulate', ['outcome' => 'FAILURE', 'errorCode' => 'ZM']);
        same('FAILED', client()->getOrderStatus('php-failed', true)->getState());
    },
    'unknown order' => fn () => same([400, 'INVALID_MERCHANT_ORDER_ID'], refusal(fn () => client()->getOrderStatus('php-unknown'))),
    'amount too small' => fn () => same(400, refusal(fn () => pay('php-small', 1))[0]),
    'repeated order' => function () {
        pay('php-repeated');
        same([417, 'INVALID_TRANSACTION_ID'], refusal(fn () => pay('php-repeated')));
    },
    'refund' => function () {
        paid('php-refunded');
        same(10000, refund('php-refund', 'php-refunded', 10000)->getAmount());
        control('POST', 'refunds/php-refund/simulate', ['outcome' => 'SUCCESS']);
        $status = client()->getRefundStatus('php-refund');
        same(['COMPLETED', 'php-refunded'], [$status->getState(), $status->getOriginalMerchantOrderId()]);
    },
    'refund too large' => function () {
        paid('php-once');
        same(400, refusal(fn () => refund('php-large', 'php-once', 99900))[0]);
    },
    'callback' => function () {
        paid('php-callback');
        $body = control('GET', 'callbacks?id=php-callback')['deliveries'][0]['request']['body'];
        $headers = ['authorization' => hash('sha256', 'shop_hook:Passw0rd99')];
        $callback = client()->verifyCallbackResponse($headers, $body, 'shop_hook', 'Passw0rd99');
        same(['php-callback', 'COMPLETED'], [$callback->getPayload()->getMerchantOrderId(), $callback->getPayload()->getState()]);
        same(0, refusal(fn () => client()->verifyCallbackResponse($headers, $body, 'shop_hook', 'other'))[1]);
    },
    'wrong secret' => fn () => same(true, in_array(refusal(fn () => client('wrong')->getOrderStatus('php-pay'))[0], [400, 401], true)),
];
foreach (['ACCOUNT', 'RUPAY_CREDIT', 'CREDIT_LINE', 'CREDIT_CARD', 'DEBIT_CARD', 'NET_BANKING', 'WALLET', 'EGV', 'SPLIT'] as $instrument) {
    $checks["paid by $instrument"] = function () use ($instrument) {
        $order = 'php-' . strtolower(str_replace('_', '-', $instrument));
        paid($order, $instrument);
        $status = client()->getOrderStatus($order, true);
        same(['COMPLETED', 49900], [$status->getState(), $status->getAmount()]);
        same(1, count($status->getPaymentDetails()));
    };
}

foreach ($checks as $name => $check) {
    try {
        $check();
        echo json_encode(['name' => $name, 'passed' => true]), "\n";
    } catch (Throwable $error) {
        echo json_encode(['name' => $name, 'passed' => false, 'reason' => get_class($error) . ': ' . $error->getMessage()]), "\n";
    }
}
