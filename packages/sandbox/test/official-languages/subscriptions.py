"""Uses the official Python SDK for mandates against the sandbox: one JSON line for each check.

usage: subscriptions.py SDK_FOLDER SANDBOX_URL
"""
import json
import sys
import urllib.request

sdk, base = sys.argv[1:]
sys.path.insert(0, sdk)

import phonepe.sdk.pg.common.constants.base_urls as urls  # noqa: E402

for name in ("SANDBOX_PG_BASE_URL", "SANDBOX_OAUTH_BASE_URL", "SANDBOX_EVENT_INGESTION_BASE_URL"):
    setattr(urls, name, base)

from phonepe.sdk.pg.common.exceptions import PhonePeException  # noqa: E402
from phonepe.sdk.pg.common.models.request.pg_payment_request import PgPaymentRequest  # noqa: E402
from phonepe.sdk.pg.common.models.request.refund_request import RefundRequest  # noqa: E402
from phonepe.sdk.pg.env import Env  # noqa: E402
from phonepe.sdk.pg.subscription.v2.models.request.amount_type import AmountType  # noqa: E402
from phonepe.sdk.pg.subscription.v2.models.request.auth_workflow_type import AuthWorkflowType  # noqa: E402
from phonepe.sdk.pg.subscription.v2.models.request.frequency import Frequency  # noqa: E402
from phonepe.sdk.pg.subscription.v2.models.request.redemption_retry_strategy import RedemptionRetryStrategy  # noqa: E402
from phonepe.sdk.pg.subscription.v2.subscription_client import SubscriptionClient  # noqa: E402

HOUR_MS = 3_600_000
client = SubscriptionClient.get_instance("shop", "secret", 1, Env.SANDBOX, should_publish_events=False, should_retry=False)


def control(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{base}/_sandbox/{path}", data, {"content-type": "application/json"}, method=method)
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)


def advance(hours):
    control("POST", "clock", {"advanceMs": int(hours * HOUR_MS)})


def setup(mandate, **more):
    terms = dict(
        merchant_order_id=f"{mandate}-setup", merchant_subscription_id=mandate, amount=200, max_amount=99900,
        auth_workflow_type=AuthWorkflowType.PENNY_DROP, amount_type=AmountType.VARIABLE, frequency=Frequency.ON_DEMAND,
    )
    build = PgPaymentRequest.build_subscription_setup_upi_intent
    return client.setup(build(**{**terms, "device_os": "ANDROID", "target_app": "com.phonepe.app", **more}))


def approved(mandate):
    setup(mandate)
    control("POST", f"orders/{mandate}-setup/simulate", {"outcome": "SUCCESS"})


def notify(mandate, order, strategy=RedemptionRetryStrategy.STANDARD, **more):
    build = PgPaymentRequest.build_subscription_notify_request
    return client.notify(build(
        merchant_order_id=order, merchant_subscription_id=mandate, amount=49900, redemption_retry_strategy=strategy, **more))


def refusal(call):
    try:
        call()
    except PhonePeException as error:
        return [error.http_status_code, error.code]
    return "no refusal"


def check_setup():
    reply = setup("py-one")
    assert reply.state == "PENDING" and reply.intent_url.startswith("upi://mandate?"), reply
    assert client.get_subscription_status("py-one").state == "ACTIVATION_IN_PROGRESS"
    control("POST", "orders/py-one-setup/simulate", {"outcome": "SUCCESS"})
    status = client.get_subscription_status("py-one")
    assert (status.state, status.max_amount, status.frequency) == ("ACTIVE", 99900, Frequency.ON_DEMAND), status
    order = client.get_order_status("py-one-setup")
    assert order.state == "COMPLETED" and order.payment_flow.merchant_subscription_id == "py-one", order


def check_collect():
    build = PgPaymentRequest.build_subscription_setup_upi_collect
    reply = client.setup(build(
        merchant_order_id="py-two-setup", merchant_subscription_id="py-two", amount=200, max_amount=99900, vpa="asha@ybl",
        auth_workflow_type=AuthWorkflowType.PENNY_DROP, amount_type=AmountType.VARIABLE, frequency=Frequency.MONTHLY))
    assert reply.state == "PENDING", reply


def check_debit():
    approved("py-debit")
    assert notify("py-debit", "py-debit-1").state == "NOTIFICATION_IN_PROGRESS"
    assert refusal(lambda: client.redeem("py-debit-1")) == [400, "SUBSCRIPTION_DEBIT_EXECUTE_INTERVAL_NOT_STARTED"]
    advance(25)
    order = client.get_order_status("py-debit-1")
    assert order.state == "NOTIFIED" and order.payment_flow.valid_after is not None, order
    redeemed = client.redeem("py-debit-1")
    assert redeemed.state == "PENDING", redeemed
    assert refusal(lambda: client.redeem("py-debit-1")) == [400, "DUPLICATE_TXN_REQUEST"]
    advance(6)
    done = client.get_order_status("py-debit-1")
    assert done.state == "COMPLETED" and done.payment_details[0].payment_mode.value == "UPI_AUTO_PAY", done
    assert client.get_transaction_status(redeemed.transaction_id).merchant_order_id == "py-debit-1"


def check_auto_debit():
    approved("py-auto")
    notify("py-auto", "py-auto-1", auto_debit=True)
    advance(31)
    assert client.get_order_status("py-auto-1").state == "COMPLETED"


def check_refund():
    refund = RefundRequest.build_refund_request(
        merchant_refund_id="py-refund", original_merchant_order_id="py-debit-1", amount=10000)
    assert client.refund(refund).state in ("PENDING", "CONFIRMED")
    advance(1)
    assert client.get_refund_status("py-refund").state == "COMPLETED"


def check_cancel():
    approved("py-cancel")
    client.cancel_subscription("py-cancel")
    advance(1)
    assert client.get_subscription_status("py-cancel").state == "CANCELLED"
    assert refusal(lambda: notify("py-cancel", "py-cancel-1")) == [400, "INVALID_SUBSCRIPTION_STATE"]


def check_refusals():
    assert refusal(lambda: client.get_subscription_status("unknown")) == [400, "SUBSCRIPTION_NOT_FOUND"]
    assert refusal(lambda: setup("py-one")) == [400, "DUPLICATE_REQUEST_ID"]


for check in (check_setup, check_collect, check_debit, check_auto_debit, check_refund, check_cancel, check_refusals):
    try:
        check()
        print(json.dumps({"name": check.__name__, "passed": True}))
    except Exception as error:  # noqa: BLE001
        print(json.dumps({"name": check.__name__, "passed": False, "reason": f"{type(error).__name__}: {error}"}))
