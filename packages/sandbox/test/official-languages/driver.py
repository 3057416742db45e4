"""Uses the official Python SDK against the sandbox: one JSON line for each check.

usage: driver.py SDK_FOLDER SANDBOX_URL
"""
import hashlib
import json
import sys
import urllib.request

sdk, base = sys.argv[1:]
sys.path.insert(0, sdk)

import phonepe.sdk.pg.common.constants.base_urls as urls  # noqa: E402

for name in ("SANDBOX_PG_BASE_URL", "SANDBOX_OAUTH_BASE_URL", "SANDBOX_EVENT_INGESTION_BASE_URL"):
    setattr(urls, name, base)

from phonepe.sdk.pg.common.exceptions import PhonePeException  # noqa: E402
from phonepe.sdk.pg.common.models.request.meta_info import MetaInfo  # noqa: E402
from phonepe.sdk.pg.common.models.request.pg_payment_request import PgPaymentRequest  # noqa: E402
from phonepe.sdk.pg.common.models.request.refund_request import RefundRequest  # noqa: E402
from phonepe.sdk.pg.env import Env  # noqa: E402
from phonepe.sdk.pg.payments.v2.custom_checkout_client import CustomCheckoutClient  # noqa: E402
from phonepe.sdk.pg.payments.v2.models.request.create_sdk_order_request import CreateSdkOrderRequest  # noqa: E402
from phonepe.sdk.pg.payments.v2.models.request.standard_checkout_pay_request import StandardCheckoutPayRequest  # noqa: E402
from phonepe.sdk.pg.payments.v2.standard_checkout_client import StandardCheckoutClient  # noqa: E402

INSTRUMENTS = ["ACCOUNT", "RUPAY_CREDIT", "CREDIT_LINE", "CREDIT_CARD", "DEBIT_CARD", "NET_BANKING", "WALLET", "EGV", "SPLIT"]


def control(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{base}/_sandbox/{path}", data, {"content-type": "application/json"}, method=method)
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)


def client_of(kind, secret="secret"):
    return kind.get_instance("shop", secret, 1, Env.SANDBOX, should_publish_events=False, should_retry=False)


standard, custom = client_of(StandardCheckoutClient), client_of(CustomCheckoutClient)


def pay(order, amount=49900, **more):
    request = StandardCheckoutPayRequest.build_request(order, amount, redirect_url="https://shop.example/thanks", **more)
    return standard.pay(request)


def paid(order, instrument="ACCOUNT"):
    pay(order)
    control("POST", f"orders/{order}/simulate", {"outcome": "SUCCESS", "instrument": instrument})


def refusal(call):
    try:
        call()
    except PhonePeException as error:
        return [type(error).__name__, error.http_status_code, error.code]
    return "no refusal"


def check_pay():
    reply = pay("py-pay")
    assert reply.state == "PENDING" and reply.redirect_url.startswith(base), reply
    assert standard.get_order_status("py-pay").state == "PENDING"


def check_meta_info():
    pay("py-meta", message="Tea ☕", meta_info=MetaInfo.build_meta_info(udf1="one", udf2="two"))
    assert standard.get_order_status("py-meta").meta_info.udf2 == "two"


def check_instrument(instrument):
    def check():
        order = f"py-{instrument.lower().replace('_', '-')}"
        paid(order, instrument)
        status = standard.get_order_status(order, details=True)
        assert status.state == "COMPLETED" and status.amount == 49900, status
        detail = status.payment_details[0]
        splits = detail.split_instruments
        assert sum(one.amount for one in splits) == 49900, splits
        assert all(one.instrument is not None for one in splits), splits
    return check


def check_failure():
    pay("py-failed")
    control("POST", "orders/py-failed/simulate", {"outcome": "FAILURE", "errorCode": "ZM"})
    status = standard.get_order_status("py-failed")
    assert [status.state, status.detailed_error_code] == ["FAILED", "ZM"], status


def check_transaction():
    paid("py-transaction")
    transaction = standard.get_order_status("py-transaction").payment_details[0].transaction_id
    assert standard.get_transaction_status(transaction).order_id


def check_unknown_order():
    seen = refusal(lambda: standard.get_order_status("py-unknown"))
    assert seen == ["BadRequest", 400, "INVALID_MERCHANT_ORDER_ID"], seen


def check_small_amount():
    seen = refusal(lambda: pay("py-small", 1))
    assert seen[:2] == ["BadRequest", 400], seen


def check_repeated_order():
    pay("py-repeated")
    seen = refusal(lambda: pay("py-repeated"))
    assert seen == ["ExpectationFailed", 417, "INVALID_TRANSACTION_ID"], seen


def check_refund():
    paid("py-refunded")
    refund = standard.refund(RefundRequest.build_refund_request("py-refund", 10000, "py-refunded"))
    assert refund.state in ("PENDING", "CONFIRMED") and refund.amount == 10000, refund
    control("POST", "refunds/py-refund/simulate", {"outcome": "SUCCESS"})
    status = standard.get_refund_status("py-refund")
    assert [status.state, status.original_merchant_order_id] == ["COMPLETED", "py-refunded"], status


def check_refund_too_large():
    paid("py-once")
    seen = refusal(lambda: standard.refund(RefundRequest.build_refund_request("py-large", 99900, "py-once")))
    assert seen[1] == 400, seen


def check_sdk_order():
    request = CreateSdkOrderRequest.build_standard_checkout_request("py-sdk", 49900, redirect_url="https://shop.example")
    assert standard.create_sdk_order(request).token


def check_callback():
    paid("py-callback")
    delivery = control("GET", "callbacks?id=py-callback")["deliveries"][0]
    body = delivery["request"]["body"]
    header = hashlib.sha256(b"shop_hook:Passw0rd99").hexdigest()
    callback = standard.validate_callback("shop_hook", "Passw0rd99", header, body)
    assert callback.payload.merchant_order_id == "py-callback" and callback.payload.state == "COMPLETED", callback
    assert refusal(lambda: standard.validate_callback("shop_hook", "other", header, body)) != "no refusal"


def check_wrong_secret():
    seen = refusal(lambda: client_of(StandardCheckoutClient, "wrong").get_order_status("py-pay"))
    assert seen[1] in (400, 401), seen


def check_custom(mode):
    def check():
        order = f"py-custom-{mode}"
        build = {
            "intent": lambda: PgPaymentRequest.build_upi_intent_pay_request(order, 49900, device_os="ANDROID", target_app="com.phonepe.app"),
            "collect": lambda: PgPaymentRequest.build_upi_collect_pay_via_vpa_request(order, 49900, "payer@ybl", "Tea"),
            "qr": lambda: PgPaymentRequest.build_upi_qr_pay_request(order, 49900),
            "net-banking": lambda: PgPaymentRequest.build_net_banking_pay_request(
                order, 49900, "ICIC", merchant_user_id="payer-1", redirect_url="https://shop.example/thanks"),
        }[mode]
        reply = custom.pay(build())
        assert reply.order_id and reply.state == "PENDING", reply
        control("POST", f"orders/{order}/simulate", {"outcome": "SUCCESS"})
        assert custom.get_order_status(order).state == "COMPLETED"
    return check


CHECKS = {
    "pay": check_pay,
    "meta info": check_meta_info,
    **{f"paid by {one}": check_instrument(one) for one in INSTRUMENTS},
    "failed payment": check_failure,
    "transaction status": check_transaction,
    "unknown order": check_unknown_order,
    "amount too small": check_small_amount,
    "repeated order": check_repeated_order,
    "refund": check_refund,
    "refund too large": check_refund_too_large,
    "sdk order": check_sdk_order,
    "callback": check_callback,
    "wrong secret": check_wrong_secret,
    **{f"custom {mode}": check_custom(mode) for mode in ("intent", "collect", "qr", "net-banking")},
}

for name, check in CHECKS.items():
    try:
        check()
        print(json.dumps({"name": name, "passed": True}))
    except Exception as error:  # noqa: BLE001
        print(json.dumps({"name": name, "passed": False, "reason": f"{type(error).__name__}: {error}"}))
