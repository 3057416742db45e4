"""Client of Galla's merchant API. Its types and calls are made from the OpenAPI document: node scripts/docs/python-client.mjs

Python 3.9 or later, no packages. Amounts are paise, times are epoch milliseconds.
"""

from __future__ import annotations

import http.client
import json
import re
import time
import urllib.error
import urllib.request
from typing import Any, Literal, Sequence, TypedDict, Union
from urllib.parse import SplitResult, quote, urlencode, urlsplit


class GallaError(Exception):
    """The gateway refused a call (`status` 4xx), could not do it (5xx), or did not answer (`status` 0), also when its answer was cut off or cannot be read.

    Repeat a call without an answer with the same id: the gateway answers with the same order or refund.
    """

    def __init__(self, status: int, code: str, message: str, field: str | None = None) -> None:
        super().__init__(f"{code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.field = field


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would send the key to another server."""

    def redirect_request(self, *_: Any) -> None:
        return None


class _Secret:
    """A text that no log and no trace of variables shows."""

    def __init__(self, text: str) -> None:
        self.reveal = lambda: text

    def __repr__(self) -> str:
        return "****"


_PRIVATE_HOST = re.compile(
    r"(?:(?!\d+$|0x[\da-f]*$)[\w-]+|(?:[\w-]+\.)+(?:internal|local|localhost|test)"
    r"|(?:10|172\.(?:1[6-9]|2\d|3[01])|192\.168)(?:\.\d{1,3})+|f[cd][\da-f]{2}:[\da-f:]*)",
    re.ASCII | re.IGNORECASE,
)
_LOOPBACK_HOST = re.compile(r"localhost|127(?:\.\d{1,3}){3}|::1", re.ASCII)
_MAX_BYTES = 16 * 1024 * 1024
_MAX_TIMEOUT = 3_600


def _checked_url(url: str, hosts_without_tls: Sequence[str]) -> SplitResult:
    """The address without a slash at its end. No message shows it: it may hold a password."""
    if not isinstance(url, str) or not re.fullmatch(r"[!-~]+", url):
        raise ValueError("url must be a text of printable ASCII characters: https://galla.example/merchant")
    try:
        parts = urlsplit(url.rstrip("/"))
        host = parts.hostname or ""
        parts.port
    except ValueError:
        raise ValueError("url must be an address that can be called: https://galla.example/merchant") from None
    if parts.scheme not in ("https", "http") or host == "":
        raise ValueError("url must begin with https:// and a host, or with http:// and a host of this machine")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError("url must have no user, query or fragment")
    allowed = [one.lower().strip("[]") for one in hosts_without_tls]
    if parts.scheme == "http" and not _LOOPBACK_HOST.fullmatch(host) and host not in allowed:
        raise ValueError("url must be https: http is accepted on this machine only, and in SANDBOX for a private host that hosts_without_tls names")
    return parts


def _segment(name: str, value: str) -> str:
    """An id as one part of a path. Servers and proxies take a part of dots for another path."""
    if not isinstance(value, str) or value in ("", ".", ".."):
        raise ValueError(f"{name} must be a text, and neither empty nor . or ..")
    return quote(value, safe="")


# Types of the OpenAPI document.


class KeyRights(TypedDict, total=False):
    """The key of a request, and the gateway that it opens.

    Required: scopes, environment.
    """

    name: str
    """Name of a stored key; a configured key has none."""
    scopes: list[ApiKeyScope]
    """The scopes of the key; a configured key may do everything."""
    environment: Literal["SANDBOX", "PRODUCTION"]
    """Environment of the provider that the gateway calls."""
    console: str
    """Where people open the console: a URL, or a path on the host of the gateway. Absent: the console is off."""

ApiKeyScope = Literal["read", "orders", "refunds", "refunds:request", "subscriptions", "settlements", "payers", "holds", "operations", "metrics"]

StartOrder = Union["StartPageOrder", "StartMobileOrder"]


class StartPageOrder(TypedDict, total=False):
    """An order that is paid on a page.

    Required: amount, checkout, redirectUrl, reference.
    """

    reference: str
    """Your cart or invoice. A reference has one payable amount at a time, and at most one of its orders is fulfilled. 1 to 200 characters."""
    amount: Paise
    """Amount in paise, 1 to 1 000 000 000 000."""
    expireAfter: int
    """Lifetime in seconds, 300 to 3600; for the checkout `CUSTOM`, up to 5 184 000."""
    message: str
    """Message to the payer, shown with the request."""
    metaInfo: MetaInfo
    """Your own fields, `udf1` to `udf15`."""
    merchantUserId: str
    """Custom checkout: your id of the payer, under which the provider saves cards. A browser cannot set this id."""
    merchantOrderId: str
    """Idempotency key: a second call with the same id and parameters returns the same order. At most 57 letters, digits, `_` or `-`."""
    replaces: bool
    """True to replace an open order of the reference that has another amount. The page of the replaced order is no longer handed out, and a payment of the replaced order is refunded automatically. With `false`, another amount is refused with `DIFFERENT_AMOUNT` while such an order can be paid."""
    checkout: PageCheckout
    """`STANDARD`: the payer pays on the provider's hosted page. `CUSTOM`: the payer pays on your page."""
    redirectUrl: str
    """Absolute http or https URL to which the payer returns."""

Paise = int


class MetaInfo(TypedDict, total=False):
    """Your own values, repeated in status responses and callbacks (protocol §3.7). `udf1`–`udf10`: up to 256 characters. `udf11`–`udf15`: up to 50 letters, digits, spaces and `_ - @ . +`."""

    udf1: str
    """Up to 256 characters."""
    udf2: str
    """Up to 256 characters."""
    udf3: str
    """Up to 256 characters."""
    udf4: str
    """Up to 256 characters."""
    udf5: str
    """Up to 256 characters."""
    udf6: str
    """Up to 256 characters."""
    udf7: str
    """Up to 256 characters."""
    udf8: str
    """Up to 256 characters."""
    udf9: str
    """Up to 256 characters."""
    udf10: str
    """Up to 256 characters."""
    udf11: str
    """Up to 50 characters."""
    udf12: str
    """Up to 50 characters."""
    udf13: str
    """Up to 50 characters."""
    udf14: str
    """Up to 50 characters."""
    udf15: str
    """Up to 50 characters."""

PageCheckout = Literal["STANDARD", "CUSTOM"]


class StartMobileOrder(TypedDict, total=False):
    """An order that is paid in your app, with the provider's mobile SDK.

    Required: amount, checkout, reference.
    """

    reference: str
    """Your cart or invoice. A reference has one payable amount at a time, and at most one of its orders is fulfilled. 1 to 200 characters."""
    amount: Paise
    """Amount in paise, 1 to 1 000 000 000 000."""
    expireAfter: int
    """Lifetime in seconds, 300 to 3600; for the checkout `CUSTOM`, up to 5 184 000."""
    message: str
    """Message to the payer, shown with the request."""
    metaInfo: MetaInfo
    """Your own fields, `udf1` to `udf15`."""
    merchantUserId: str
    """Custom checkout: your id of the payer, under which the provider saves cards. A browser cannot set this id."""
    merchantOrderId: str
    """Idempotency key: a second call with the same id and parameters returns the same order. At most 57 letters, digits, `_` or `-`."""
    replaces: bool
    """True to replace an open order of the reference that has another amount. The page of the replaced order is no longer handed out, and a payment of the replaced order is refunded automatically. With `false`, another amount is refused with `DIFFERENT_AMOUNT` while such an order can be paid."""
    checkout: MobileCheckout
    """`MOBILE`: an order of the standard checkout. `MOBILE_CUSTOM`: an order of the custom checkout, which the provider enables for your account."""
    redirectUrl: str
    """Absolute http or https URL to which the payer returns. The URL is optional, because the mobile SDK returns to your app."""

MobileCheckout = Literal["MOBILE", "MOBILE_CUSTOM"]


class StartedOrder(TypedDict, total=False):
    """Result of `orders.start`. A mobile order has the fields of `MobilePayment`.

    Required: order, payerToken.
    """

    orderId: str
    """The provider's id of the order, `OMO…`."""
    token: str
    """Opens the order in the mobile SDK. A secret of this payer: send it only to the payer's app, and never log it."""
    expiresAt: int
    """When the order and the token expire. Epoch milliseconds."""
    order: Order
    """The stored order."""
    payerToken: str
    """Token for the payer's browser, valid for this order until an hour after the expiry of the order."""
    redirectUrl: str
    """Standard checkout: URL of the hosted page."""


class Order(TypedDict, total=False):
    """One order, with masked payer data, for the console and the merchant's code.

    Required: merchantOrderId, reference, checkout, amount, state, refundedAmount, refundableAmount, createdAtMs, updatedAtMs, version.
    """

    merchantOrderId: str
    """Your id of the order, by which the provider identifies the order too."""
    reference: str
    """Your cart or invoice. At most one order of a reference is fulfilled."""
    checkout: Checkout
    """Where the payer pays."""
    amount: Paise
    """Requested amount, in paise."""
    state: OrderState
    """State of the order."""
    resolution: Resolution
    """The decision about the payment. Set once the order is COMPLETED."""
    orderId: str
    """The provider's id of the order, once known."""
    transactionId: str
    """The provider's id of the payment attempt that paid, otherwise of the latest attempt."""
    paymentMode: Union[PaymentModeType, str]
    """Payment mode of the attempt `transactionId`; before the first attempt, the mode that the payer chose. The provider may add modes, so handle unknown values."""
    instrument: Union[InstrumentType, str]
    """Source of the money. The provider may add instruments, so handle unknown values."""
    card: PaidCard
    """The card that paid; absent for other payments, and after erasure."""
    rail: Union[RailType, str]
    """Network that carried the payment. The provider may add rails, so handle unknown values."""
    utr: str
    """Bank reference number of a UPI payment."""
    payerVpa: str
    """The payer's UPI id, masked: `su****s@ybl`. For an unpaid order, the UPI id to which a collect request was sent."""
    errorCode: str
    """The provider's code of a failed order, or `NEVER_OPENED`, `NOT_SENT`, `REFUSED`, `CANCELLED` of the gateway."""
    detailedErrorCode: str
    """The provider's more precise error code."""
    latestAttempt: LatestAttempt
    """The latest payment attempt of an open order, in the last report of the provider. Absent before the first attempt."""
    unansweredPolls: int
    """Number of polls in a row that the provider did not answer, at least 1 after any unanswered check. The provider may know a newer state. Absent after an answer."""
    metaInfo: MetaInfo
    """`metaInfo` of `orders.start`, unchanged."""
    linkUrl: str
    """The URL of the payment link. Set only while the link can be paid."""
    remindedAtMs: int
    """Time of the last reminder to the payer of a link. Epoch milliseconds."""
    refundedAmount: Paise
    """Sum of completed refunds, in paise."""
    refundableAmount: Paise
    """The amount that may still be refunded, in paise: the amount paid less completed and open refunds."""
    overdrawnAmount: Paise
    """The amount that was paid out beyond the amount received, in paise. For example, a refund in the provider's dashboard can cause this difference. Absent without a difference."""
    needsReview: Review
    """The review. Set while the order needs review."""
    surplusAmount: Paise
    """The amount received beyond `amount`, less `surplusRefundedAmount`, in paise. Set only with the review reason `paid-twice`."""
    surplusRefundedAmount: Paise
    """The sum of the refunds that count as refunds of the second payment, in paise. Set only with the review reason `paid-twice`."""
    createdAtMs: int
    """Time of creation. Epoch milliseconds."""
    updatedAtMs: int
    """Time of the last change. Epoch milliseconds."""
    expiresAtMs: int
    """Expiry of the order. Epoch milliseconds."""
    paidAtMs: int
    """When the order was paid: the provider's time of the payment, or `completedAtMs` if that is earlier or the provider sent no time. Epoch milliseconds."""
    completedAtMs: int
    """When the gateway learned that the order is COMPLETED. Epoch milliseconds."""
    nextPollAtMs: int
    """When the gateway checks the status next. Epoch milliseconds."""
    version: int
    """Version of the order, which increases with every change. Equal versions mean equal orders."""

Checkout = Union["PageCheckout", "MobileCheckout", Literal["LINK"], "BillingCheckout"]

BillingCheckout = Literal["MANDATE", "MANDATE_CHECK", "DEBIT"]

OrderState = Literal["CREATED", "PENDING", "FAILED", "COMPLETED"]

Resolution = Literal["fulfil", "late-refund", "duplicate-refund"]

PaymentModeType = Union[Union[Literal["UPI_QR"], Literal["PPE_INTENT"], Literal["UPI_INTENT"], Literal["UPI_COLLECT"]], Union[Literal["NET_BANKING"], Literal["CARD"], Literal["TOKEN"]]]

InstrumentType = Union[Literal["ACCOUNT"], Literal["CREDIT_CARD"], Literal["DEBIT_CARD"], Literal["NET_BANKING"], Literal["WALLET"], Literal["EGV"], Literal["CREDIT_LINE"]]


class PaidCard(TypedDict, total=False):
    """The card that paid, as far as the provider reports the card."""

    network: str
    """Card network, such as `VISA` or `RUPAY`. The provider may add networks, so handle unknown values."""
    last4: str
    """The last four digits."""

RailType = Union[Literal["UPI"], Literal["PG"], Literal["PPI_WALLET"], Literal["PPI_EGV"]]


class LatestAttempt(TypedDict, total=False):
    """The latest payment attempt of an order.

    Required: state.
    """

    state: Literal["PENDING", "COMPLETED", "FAILED", "UNKNOWN"]
    """State of the attempt. `PENDING`: the payer or the bank has not decided yet, so another payment may be a second payment. A `UPI_QR` code that was only shown is `PENDING`, too."""
    errorCode: str
    """The provider's code of a failed attempt."""
    detailedErrorCode: str
    """The provider's more precise error code."""


class Review(TypedDict, total=False):
    """The review of an order. The order does not change until a person resolves the review.

    Required: reason, findings, sinceMs.
    """

    reason: ReviewReason
    """Code of the first finding."""
    findings: list[ReviewFinding]
    """The findings, oldest first."""
    sinceMs: int
    """Start of the review. Epoch milliseconds."""

ReviewReason = Literal["wrong-order", "id-in-use", "amount-mismatch", "currency-mismatch", "order-id-mismatch", "unknown-state", "expiry-mismatch", "paid-twice", "short-payment", "contradiction", "automatic-refund-failed", "undecided", "unreadable"]


class ReviewFinding(TypedDict, total=False):
    """A finding about an order in review: a code and its parameters, without payer data. The console shows the finding as a sentence.

    Required: code, key.
    """

    code: ReviewReason
    """The code of the finding."""
    key: str
    """Stable name of the finding: the same finding has the same key. A person is not asked again about a resolved key."""
    ours: dict[str, Any]
    """The stored value: an id, a time (ISO 8601), or an amount in paise."""
    theirs: dict[str, Any]
    """The provider's value: an id, a currency, a time, a state as sent, or an amount in paise; absent when the provider reports no value."""
    payments: int
    """The number of completed attempts; only for `paid-twice`."""
    unnamedAmount: int
    """The sum of the completed attempts without a transactionId, which `surplusAmount` does not contain. In paise; only for `paid-twice`."""
    unnamedPayments: int
    """The number of `payments` without a transactionId; only for `paid-twice`. If the amount of such a payment cannot be read, `unnamedAmount` leaves this payment out."""
    merchantRefundId: str
    """The refund that failed; only for `automatic-refund-failed`."""
    errorCode: str
    """The provider's code, or `EXCEEDS_PAID`, `ID_TAKEN` or `OTHER_PAYMENT_REFUNDED` of the gateway; only for `automatic-refund-failed`."""


class OrdersQuery(TypedDict, total=False):
    """`ListOrders` in the query string of `GET /orders`: every value is text."""

    reference: str
    state: str
    """One state, or `OPEN` for CREATED and PENDING."""
    paymentMode: str
    failure: str
    """A failure code, or `EXPIRED`, `CANCELLED`, `DECLINED`."""
    needsReview: str
    """`true` or `false`."""
    delayed: str
    """`true` or `false`."""
    owed: str
    """`true` or `false`."""
    fromMs: str
    """Epoch milliseconds."""
    toMs: str
    """Epoch milliseconds."""
    minAmount: str
    """Paise."""
    maxAmount: str
    """Paise."""
    sort: str
    """`created` (default), `amount` or `updated`; descending."""
    after: str
    limit: str
    """1 to 500, default 50."""


class PageOfOrder(TypedDict, total=False):
    """One page of a list.

    Required: rows.
    """

    rows: list[Order]
    """Rows of this page."""
    next: str
    """Cursor of the next page: pass the cursor as `after`. Absent on the last page."""


class PayerChoice(TypedDict, total=False):
    """The payer's choice.

    Required: paymentMode.
    """

    paymentMode: PaymentMode
    """Payment mode, with its fields."""
    deviceOS: BrowserOS
    """System of the payer's device; `UPI_INTENT` and `UPI_COLLECT` use it."""

PaymentMode = Union["UpiMode", "PageMode"]

UpiMode = Union[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]

Payer = Union[dict[str, Any], dict[str, Any]]

PageMode = Union["NetBankingMode", "CardMode", "TokenMode"]


class NetBankingMode(TypedDict, total=False):
    """Net banking (protocol §4.5).

    Required: type, bankId.
    """

    type: Literal["NET_BANKING"]
    """Net banking."""
    bankId: str
    """The provider's code of the bank, such as `ICIC`."""
    merchantUserId: str
    """Your id of the payer."""


class CardMode(TypedDict, total=False):
    """A card (protocol §4.6).

    Required: type, cardDetails.
    """

    authMode: Union[str, Literal["3DS"]]
    """Way in which the payer is authenticated."""
    merchantUserId: str
    """Your id of the payer."""
    type: Literal["CARD"]
    """A card."""
    cardDetails: CardDetails
    """The encrypted card."""
    savedCard: bool
    """True when the payer asks to save the card."""


class CardDetails(TypedDict, total=False):
    """A card. Encrypt number and CVV separately: RSA, PKCS#1 v1.5, Base64 (protocol §4.8).

    Required: encryptedCardNumber, encryptionKeyId, encryptedCvv, expiry.
    """

    encryptedCardNumber: str
    """Base64 ciphertext."""
    encryptionKeyId: int
    """Index of the public key."""
    encryptedCvv: str
    """Base64 ciphertext."""
    expiry: Expiry
    """Expiry of the card."""
    cardHolderName: str
    """Name on the card."""
    billingAddress: BillingAddress
    """Billing address of the card."""


class Expiry(TypedDict, total=False):
    """Expiry of a card or token.

    Required: month, year.
    """

    month: str
    """`01` to `12`."""
    year: str
    """Four digits."""


class BillingAddress(TypedDict, total=False):
    """Billing address of a card."""

    line1: str
    """Street."""
    line2: str
    """Street, continued."""
    city: str
    """City."""
    state: str
    """State."""
    zip: str
    """Postal code."""
    country: str
    """Two-letter country code."""


class TokenMode(TypedDict, total=False):
    """A network-tokenised card (protocol §4.7).

    Required: type, tokenDetails.
    """

    authMode: Union[str, Literal["3DS"]]
    """Way in which the payer is authenticated."""
    merchantUserId: str
    """Your id of the payer."""
    type: Literal["TOKEN"]
    """A network token."""
    tokenDetails: TokenDetails
    """The encrypted token."""


class TokenDetails(TypedDict, total=False):
    """A network token. Token and CVV are encrypted as in `CardDetails`.

    Required: encryptedToken, encryptionKeyId, expiry.
    """

    encryptedToken: str
    """Base64 ciphertext."""
    encryptionKeyId: int
    """Index of the public key."""
    expiry: Expiry
    """Expiry of the token."""
    encryptedCvv: str
    """Base64 ciphertext."""
    cryptogram: str
    """The network's cryptogram of this payment."""
    panSuffix: str
    """Last four digits of the card."""
    cardHolderName: str
    """Name on the card."""
    eci: str
    """Electronic commerce indicator."""
    atc: str
    """Application transaction counter."""

BrowserOS = Literal["Windows", "iOS", "Android", "Mac OS", "Other"]


class PaidOrder(TypedDict, total=False):
    """Result of `orders.pay`.

    Required: order.
    """

    order: Order
    """The stored order."""
    payment: PayerPayment
    """The payer's next step. Absent while the provider's response is unknown: read the order again."""


class PayerPayment(TypedDict, total=False):
    """The next step of a payer in a custom checkout.

    Required: type.
    """

    type: str
    """Mode that the payer chose: `UPI_QR`, `CARD`."""
    intentUrl: str
    """UPI: link that opens an app; also the content of the QR code."""
    qrData: str
    """UPI: the provider's QR code, as an image or as text."""
    redirectUrl: str
    """Page of the bank or the card issuer to which the payer goes."""


class OrderWithTimeline(TypedDict, total=False):
    """One order with everything stored about it.

    Required: order, refunds, decisions, timeline, ledger, siblings, disputes.
    """

    order: Order
    refunds: list[Refund]
    decisions: list[Decision]
    timeline: list[TimelineEntry]
    ledger: list[LedgerEntry]
    """Transfers of the order's ledger, oldest first."""
    siblings: list[Order]
    """Other orders of the same reference."""
    disputes: list[Dispute]
    """Disputes of its payments, the last changed first."""


class Refund(TypedDict, total=False):
    """One refund.

    Required: merchantRefundId, merchantOrderId, amount, state, origin, inDoubt, attempts, createdAtMs, updatedAtMs, version.
    """

    merchantRefundId: str
    """Your id of the refund, by which the provider identifies the refund too. `external:<refundId>` for a refund made elsewhere, if only the provider's id is known."""
    merchantOrderId: str
    """The paid order."""
    amount: Paise
    """Amount of the refund, in paise."""
    state: RefundState
    """State of the refund."""
    refundId: str
    """The provider's id of the refund, once known."""
    origin: RefundOrigin
    """The requester of the refund."""
    note: str
    """`note` of the request; not sent to the provider."""
    reason: RefundReason
    """The reason that the requester chose."""
    requestedBy: str
    """Name of the person who requested the refund in the console; `program` for a request of the merchant's code that needs approval."""
    approval: RefundApproval
    """The approval by a second person. Absent when no approval is needed."""
    errorCode: str
    """The provider's code of a failed refund; `DECLINED`, `APPROVAL_EXPIRED` or `OTHER_PAYMENT_REFUNDED` for a refund that was never sent."""
    detailedErrorCode: str
    """The provider's more precise error code."""
    utr: str
    """Bank reference number of the payout."""
    inDoubt: bool
    """True when a request was sent, or was about to be sent, and the provider has not reported the refund since. The gateway checks the status under the same id. The amount stays reserved."""
    answerDueAtMs: int
    """Time at which the provider's answer to the current request is due. Set before the request is sent, until the answer arrives or is lost. After this time, the outcome is unknown. Epoch milliseconds."""
    needsReview: RefundReview
    """The review. Set while the refund needs review."""
    attempts: int
    """Number of times that the request was sent to the provider, or was about to be sent."""
    createdAtMs: int
    """Time of the request. Epoch milliseconds."""
    updatedAtMs: int
    """Time of the last change. Epoch milliseconds."""
    nextPollAtMs: int
    """When the gateway next sends the refund or checks its status. Epoch milliseconds."""
    version: int
    """Version of the refund, which increases with every change."""

RefundState = Literal["REQUESTED", "PENDING", "CONFIRMED", "COMPLETED", "FAILED"]

RefundOrigin = Literal["console", "api", "late-payment", "duplicate", "external"]

RefundReason = Literal["cancelled", "not-delivered", "damaged", "wrong-item", "paid-twice", "paid-late", "goodwill", "other"]


class RefundApproval(TypedDict, total=False):
    """The decision of a second person about a refund. Nothing is sent to the provider before it is `approved`.

    Required: state, untilMs.
    """

    state: Literal["waiting", "approved", "declined", "expired"]
    """`waiting`: nobody has decided yet. `declined` and `expired`: the refund is FAILED and its amount is free again."""
    untilMs: int
    """When a request that nobody decided expires. Epoch milliseconds."""
    decidedBy: str
    """Name of the person who decided."""
    decidedAtMs: int
    """Epoch milliseconds."""
    note: str
    """The note of the person who decided."""


class RefundReview(TypedDict, total=False):
    """A refund in review keeps its amount reserved, and its status is still checked: a matching status ends the review.

    Required: reason, sinceMs, ours.
    """

    reason: RefundReviewReason
    """Code of the reason. `ours` and `theirs` are its parameters; the console writes the sentence. Holds no payer data."""
    sinceMs: int
    """Epoch milliseconds."""
    ours: dict[str, Any]
    """The stored values when the review began. `amount` in paise."""
    theirs: dict[str, Any]
    """The provider's report: a status, or the code and message of a refusal. `amount` in paise."""

RefundReviewReason = Literal["amount-mismatch", "order-mismatch", "order-unknown", "unknown-state", "refused", "contradiction", "insufficient-balance", "undecided", "unreadable"]


# One run of the reducer: which observations, which rule, which change. Stored in the transaction of the change. Required: decisionId, atMs, rule, from, to, observations, events.
Decision = TypedDict("Decision", {
    "decisionId": str,
    # Epoch milliseconds.
    "atMs": int,
    "rule": "OrderRule",
    "from": "OrderState",
    "to": "OrderState",
    "observations": list[dict[str, Any]],
    "events": list[str],
}, total=False)

OrderRule = Union["ReviewReason", Literal["automatic-refund-corrected"], Literal["opened"], Literal["opening-refused"], Literal["opening-deferred"], Literal["opening-unknown"], Literal["still-pending"], Literal["completed-by-status"], Literal["completed-by-signed-callback"], Literal["late-payment"], Literal["superseded-amount"], Literal["duplicate-payment"], Literal["failed-by-status"], Literal["never-opened"], Literal["never-sent"], Literal["cancelled"], Literal["reopened"], Literal["callback-is-a-hint"], Literal["nothing-new"], Literal["never-backwards"], Literal["stays-in-review"], Literal["review-resolved"]]

ObservationKind = Literal["response", "callback", "status", "redirect", "clock", "cancel", "console", "refund"]

TimelineEntry = Union["DecisionEntry", "CallEntry", "CallbackEntry", "FailedAttemptEntry", "DeliveryEntry", "RefundEntry", "AuditStep"]


# A rule decided. `from` equals `to` when the state did not change. Required: kind, atMs, decisionId, rule, from, to.
DecisionEntry = TypedDict("DecisionEntry", {
    "kind": Literal["decision"],
    # Epoch milliseconds.
    "atMs": int,
    "decisionId": str,
    "rule": "OrderRule",
    "from": "OrderState",
    "to": "OrderState",
}, total=False)


class CallEntry(TypedDict, total=False):
    """The gateway called the provider, for the order or one of its refunds.

    Required: kind, atMs, callId, endpoint, attempts.
    """

    kind: Literal["call"]
    atMs: int
    """Epoch milliseconds."""
    callId: str
    endpoint: str
    """The provider's endpoint: `standardPay`, `standardOrderStatus`."""
    httpStatus: int
    errorKind: str
    """Failed calls only: the kind of the SDK's error."""
    outcome: CallOutcome
    attempts: int
    """Number of times that the request was sent."""

CallOutcome = Literal["not-sent", "rejected", "unknown", "not-found"]


class CallbackEntry(TypedDict, total=False):
    """A callback about the order arrived.

    Required: kind, atMs, callbackId, event, verdict.
    """

    kind: Literal["callback"]
    atMs: int
    """Epoch milliseconds."""
    callbackId: str
    event: str
    """The provider's event name: `checkout.order.completed`. Empty when the callback was refused."""
    verdict: Literal["accepted", "duplicate", "refused"]
    state: str
    """The state that the callback reports."""


class FailedAttemptEntry(TypedDict, total=False):
    """A payment attempt of the order failed. `atMs` is the provider's time of it, or that of the order's last change when it gave none.

    Required: kind, atMs, transactionId, paymentMode.
    """

    kind: Literal["failed-attempt"]
    atMs: int
    """Epoch milliseconds."""
    transactionId: str
    paymentMode: str
    errorCode: str
    """The provider's code."""
    detailedErrorCode: str
    """The provider's more precise code."""


class DeliveryEntry(TypedDict, total=False):
    """An event is delivered to a handler or a notifier. `atMs` is the time of the delivery, or of the event until then.

    Required: kind, atMs, deliveryId, event, subscriber, state, attempts.
    """

    kind: Literal["delivery"]
    atMs: int
    """Epoch milliseconds."""
    deliveryId: str
    event: EventName
    subscriber: str
    """As in `EventDelivery`."""
    state: DeliveryState
    attempts: int
    """Attempts that were started."""
    lastError: str
    """Error of the last failed attempt."""

EventName = Literal["order.completed", "order.failed", "order.reopened", "order.needs_review", "order.disputed", "refund.completed", "refund.failed", "refund.reopened", "refund.needs_review", "refund.needs_approval", "subscription.activated", "subscription.charge_upcoming", "subscription.charge_completed", "subscription.charge_failed", "subscription.paused", "subscription.resumed", "subscription.halted", "subscription.cancelled", "subscription.completed", "subscription.expired", "subscription.updated", "settlement.processed", "settlement.failed", "day.closed"]

DeliveryState = Literal["waiting", "done", "failed", "cancelled"]


class RefundEntry(TypedDict, total=False):
    """A refund of the order, at the time of its last change.

    Required: kind, atMs, merchantRefundId, amount, state, origin, inDoubt.
    """

    kind: Literal["refund"]
    atMs: int
    """Epoch milliseconds."""
    merchantRefundId: str
    amount: Paise
    state: RefundState
    origin: RefundOrigin
    inDoubt: bool
    """As in `Refund`."""
    answerDueAtMs: int
    """As in `Refund`."""
    note: str
    """As it was given with the request."""


class AuditStep(TypedDict, total=False):
    """A user of the console did something with the order.

    Required: kind, atMs, action.
    """

    kind: Literal["audit"]
    atMs: int
    """Epoch milliseconds."""
    action: str
    """The stored text of the audit log: `resolved the review`."""
    note: str
    """The user's note."""


class LedgerEntry(TypedDict, total=False):
    """One transfer of the ledger. A transfer never changes. A correction is another transfer.

    Required: entryId, atMs, valueAtMs, kind, debitAccount, creditAccount, amount, merchantOrderId.
    """

    entryId: int
    """Id of the transfer, which increases with every transfer."""
    atMs: int
    """When the transfer was posted. Epoch milliseconds."""
    valueAtMs: int
    """When the money moved: for a capture, the provider's time of the payment, if the provider sent a time; otherwise `atMs`. Epoch milliseconds."""
    kind: LedgerKind
    """The kind of transfer."""
    debitAccount: LedgerAccount
    """Account that the amount leaves."""
    creditAccount: LedgerAccount
    """Account that the amount enters."""
    amount: Paise
    """Amount in paise, more than 0."""
    merchantOrderId: str
    """The order whose accounts change."""
    merchantRefundId: str
    """The refund that the transfer belongs to; absent for a capture."""
    transactionId: str
    """The payment attempt, if the provider reported one; only for a capture."""
    origin: RefundOrigin
    """The requester of the refund. Refunds with `late-payment` and `duplicate` are automatic."""

LedgerKind = Literal["capture", "refund-hold", "refund-posted", "hold-released", "refund-reversed", "overdraft", "overdraft-returned"]

LedgerAccount = Literal["payments", "available", "held", "refunded", "overdrawn"]


class Dispute(TypedDict, total=False):
    """A dispute (chargeback) of a payment, from the provider's events. Amount, reason and deadline are in the provider's dashboard, where the dispute is answered too.

    Required: disputeKey, state, callbackId, openedAtMs, updatedAtMs.
    """

    disputeKey: str
    """Names the dispute in this gateway."""
    disputeId: str
    """The provider's id of the dispute, where an event had one."""
    merchantOrderId: str
    """The order, which may be unknown to this gateway. Absent if no event named an order."""
    transactionId: str
    """The provider's id of the payment, where an event had one."""
    state: DisputeState
    """By the name of the event that counts."""
    callbackId: str
    """The callback of that event: its body is kept."""
    openedAtMs: int
    """When the first event arrived. Epoch milliseconds."""
    updatedAtMs: int
    """When the event that counts arrived. Epoch milliseconds."""
    needsAnswer: Literal[True]
    """True while the merchant has to answer, and no person has marked the dispute as answered."""
    answeredBy: str
    """The person who marked the dispute as answered."""
    answeredAtMs: int
    """When. Epoch milliseconds."""

DisputeState = Literal["CREATED", "ACTION_REQUIRED", "UNDER_REVIEW", "WON", "LOST"]


class CreateLink(TypedDict, total=False):
    """A payment link to create.

    Required: reference, amount, customer.
    """

    reference: str
    """Your cart or invoice, as for `orders.start`. At most one order of a reference is fulfilled. 1 to 200 characters."""
    amount: Paise
    """Amount in paise, 100 to 1 000 000 000 000. The payer cannot change the amount."""
    customer: LinkPayer
    """The payer."""
    sendBy: list[LinkChannel]
    """The ways in which the provider sends the link at once."""
    description: str
    """Text about the payment that the payer sees, at most 150 characters."""
    expireAfter: int
    """Lifetime in seconds, 300 to 2 592 000 (30 days)."""
    metaInfo: MetaInfo
    """Your own fields, `udf1` to `udf15`."""
    merchantOrderId: str
    """Idempotency key: a second call with the same id and parameters returns the same link, and sends nothing. At most 57 letters, digits, `_` or `-`."""
    replaces: bool
    """True to replace an open order of the reference that has another amount, as with `orders.start`."""


class LinkPayer(TypedDict, total=False):
    """The payer of a link. The gateway passes the data to the provider, and does not store the data.

    Required: phoneNumber.
    """

    name: str
    """Name of the payer."""
    phoneNumber: dict[str, Any]
    """Indian number of ten digits, or a number with country code: `+919000000001`. With `null`, the provider gets no number, and may refuse the link."""
    email: str
    """Address for messages by e-mail."""

LinkChannel = Literal["SMS", "EMAIL"]


class CreatedLink(TypedDict, total=False):
    """Result of `links.create`.

    Required: order, url.
    """

    order: Order
    """The stored order."""
    url: str
    """The short URL of the link. Hand out the URL unchanged."""


class RemindLink(TypedDict, total=False):
    """A reminder for the payer of a link.

    Required: sendBy.
    """

    sendBy: list[LinkChannel]
    """The ways in which the provider sends the link again; at least one."""


class RequestRefund(TypedDict, total=False):
    """A refund to request.

    Required: merchantRefundId, amount.
    """

    merchantRefundId: str
    """Your id of the refund. Choose one id for each decision to refund: a second request with the same id, order, amount and note is the same refund. 1 to 63 letters, digits, `_` or `-`. The id of an automatic refund of another order, which ends in `-late`, `-dup` or `-twice`, is refused."""
    amount: Paise
    """Amount in paise: at least 100, the smallest amount that the provider refunds, and at most the order's `refundableAmount`."""
    note: str
    """Note for your records, at most 500 characters."""
    reason: RefundReason
    """Reason of the refund. A second request of the same id may have another reason."""


class RefundsQuery(TypedDict, total=False):
    """`ListRefunds` in the query string of `GET /refunds`: every value is text."""

    state: str
    """One state, or `OPEN` for all states except COMPLETED and FAILED."""
    merchantOrderId: str
    reference: str
    needsReview: str
    """`true` or `false`."""
    awaitsApproval: str
    """`true` or `false`."""
    fromMs: str
    """Epoch milliseconds."""
    toMs: str
    """Epoch milliseconds."""
    after: str
    limit: str
    """1 to 500, default 50."""


class PageOfRefund(TypedDict, total=False):
    """One page of a list.

    Required: rows.
    """

    rows: list[Refund]
    """Rows of this page."""
    next: str
    """Cursor of the next page: pass the cursor as `after`. Absent on the last page."""


class CallbacksQuery(TypedDict, total=False):
    """Query string of `GET /callbacks`: every value is text."""

    verdict: str
    needsReview: str
    """`true`: only callbacks that could not be applied."""
    unknownEvent: str
    """`true`: only callbacks whose event is unknown to this version."""
    event: str
    id: str
    """A `merchantOrderId` or `merchantRefundId`."""
    fromMs: str
    """Epoch milliseconds."""
    toMs: str
    """Epoch milliseconds, exclusive."""
    after: str
    limit: str


class PageOfCallbackRecord(TypedDict, total=False):
    """One page of a list.

    Required: rows.
    """

    rows: list[CallbackRecord]
    """Rows of this page."""
    next: str
    """Cursor of the next page: pass the cursor as `after`. Absent on the last page."""


class CallbackRecord(TypedDict, total=False):
    """One received callback. Headers and body are masked; a reveal is written to the audit log.

    Required: callbackId, receivedAtMs, verdict, event, attempts.
    """

    callbackId: str
    receivedAtMs: int
    """Epoch milliseconds."""
    verdict: Literal["accepted", "duplicate", "refused"]
    event: str
    """The provider's event name, such as `checkout.order.completed`; `health` for a health report, which has none; empty when it was refused."""
    merchantOrderId: str
    merchantRefundId: str
    state: str
    reason: str
    """Refused: the reason's code."""
    verifiedBy: str
    """`classic` (user name and password) or `hmac` (signature)."""
    processedAtMs: int
    """Accepted: when it was applied. Epoch milliseconds."""
    error: str
    """Error of the last failed attempt to apply it."""
    attempts: int
    unknownEvent: Literal[True]
    """Accepted, but its event is unknown to this version: stored, and nothing changed."""
    needsReview: Literal[True]
    """Every attempt to apply it failed: a person may replay it."""


class CallbackRecordDetail(TypedDict, total=False):
    """CallbackRecordDetail

    Required: attempts, body, callbackId, event, headers, receivedAtMs, siblings, verdict.
    """

    callbackId: str
    receivedAtMs: int
    """Epoch milliseconds."""
    verdict: Literal["accepted", "duplicate", "refused"]
    event: str
    """The provider's event name, such as `checkout.order.completed`; `health` for a health report, which has none; empty when it was refused."""
    merchantOrderId: str
    merchantRefundId: str
    state: str
    reason: str
    """Refused: the reason's code."""
    verifiedBy: str
    """`classic` (user name and password) or `hmac` (signature)."""
    processedAtMs: int
    """Accepted: when it was applied. Epoch milliseconds."""
    error: str
    """Error of the last failed attempt to apply it."""
    attempts: int
    unknownEvent: Literal[True]
    """Accepted, but its event is unknown to this version: stored, and nothing changed."""
    needsReview: Literal[True]
    """Every attempt to apply it failed: a person may replay it."""
    headers: dict[str, Any]
    body: dict[str, Any]
    siblings: list[CallbackRecord]
    """Other callbacks about the same order or refund."""


class SettlementsQuery(TypedDict, total=False):
    """Query of a list of settlements."""

    search: str
    """Part of a settlement id or of a UTR."""
    state: str
    after: str
    limit: str


class PageOfSettlement(TypedDict, total=False):
    """One page of a list.

    Required: rows.
    """

    rows: list[Settlement]
    """Rows of this page."""
    next: str
    """Cursor of the next page: pass the cursor as `after`. Absent on the last page."""


class Settlement(TypedDict, total=False):
    """A settlement: a transfer of the provider to the merchant's bank account, in the state that the provider reported last.

    Required: settlementId, state, foundAtMs, lines, payments, refunds, fees, taxes, deductions.
    """

    settlementId: str
    """The provider's id of the settlement."""
    state: str
    """State of the settlement: `INITIATED`, `PROCESSED` or `ATTEMPT_FAILED`, or any other state that the provider sent."""
    utr: str
    """The bank's reference of the transfer."""
    amount: Paise
    """The transferred amount in paise; absent until the provider reports it."""
    updatedAtMs: int
    """When the provider last changed the settlement. Epoch milliseconds."""
    foundAtMs: int
    """When the gateway found the settlement. Epoch milliseconds."""
    failure: str
    """The provider's code for the failure of the bank's last attempt."""
    refusal: str
    """The provider's refusal to report the status of the settlement, such as `HTTP 403`. Absent once the status is read."""
    lines: int
    """Number of rows of imported reports that belong to the settlement."""
    payments: Paise
    """Sum of the payments in the report rows of the settlement, in paise."""
    refunds: Paise
    """Sum of the refunds in the report rows of the settlement, in paise."""
    fees: Paise
    """Sum of the fees in the report rows of the settlement, in paise."""
    taxes: Paise
    """Sum of the taxes in the report rows of the settlement, in paise."""
    deductions: Paise
    """Sum of the other deductions in the report rows of the settlement, in paise. A negative sum is an addition."""


class SettlementReport(TypedDict, total=False):
    """Captured − refunded − settled, and the differences that the records show.

    Required: captured, refunded, settled, onTheWay, difference, findings.
    """

    captured: Paise
    """Sum of the payments in the ledger, in paise."""
    refunded: Paise
    """Sum of the refunds in the ledger, in paise."""
    settled: Paise
    """Sum of the settlements in the state PROCESSED, in paise."""
    onTheWay: Counted
    """Number and sum of the settlements that the bank has not paid out yet."""
    difference: Paise
    """Captured − refunded − settled: payments that are not settled yet, fees, taxes and deductions. Only imported reports separate these parts. Paise."""
    differenceSince: str
    """First day, in Indian time (IST), at the end of which the payments so far less refunds exceed all settled money: `2026-11-22`."""
    explained: dict[str, Any]
    """The parts of the difference that rows of imported reports explain. Absent without an imported report."""
    untied: Counted
    """Number and amount of the report rows without a known settlement: a row names no settlement, or a settlement that is not known yet. Absent without such rows."""
    covered: dict[str, Any]
    """Days for which imported reports say which payments are settled. The days begin after a settlement whose rows were not imported. Absent without an imported report."""
    ageing: list[SettlementAge]
    """Payments without a settlement on the covered days, in groups by bank days. Absent without an imported report."""
    findings: list[SettlementFinding]
    """The differences that the stored records show."""
    more: Literal[True]
    """`true` if there are more findings than listed."""


class Counted(TypedDict, total=False):
    """A number of records, and the sum of their amounts.

    Required: count, amount.
    """

    count: int
    """Number of records."""
    amount: Paise
    """Sum of the amounts, in paise."""


class SettlementAge(TypedDict, total=False):
    """Payments in no settlement of a report, by the bank days from the payment to the end of the covered time.

    Required: amount, count, minBankDays.
    """

    count: int
    """Number of records."""
    amount: Paise
    """Sum of the amounts, in paise."""
    minBankDays: int
    """Smallest number of bank days of this group."""


class SettlementFinding(TypedDict, total=False):
    """A difference between stored records. The finding ends when the records no longer show the difference.

    Required: kind, amount, sinceMs.
    """

    kind: SettlementFindingKind
    """The kind of the difference."""
    settlementId: str
    """The settlement that differs."""
    merchantOrderId: str
    """The order whose payment differs."""
    amount: Paise
    """The difference, in paise."""
    sinceMs: int
    """Start of the difference. Epoch milliseconds."""

SettlementFindingKind = Literal["sum-differs", "amount-changed", "not-processed", "status-refused", "unknown-payment", "payment-differs", "settled-twice", "refund-without-payment", "not-settled", "credit-differs", "not-credited"]


class SettlementDetail(TypedDict, total=False):
    """A settlement with its first 1 000 rows of imported reports.

    Required: deductions, fees, foundAtMs, lines, payments, refunds, rows, settlementId, state, taxes.
    """

    settlementId: str
    """The provider's id of the settlement."""
    state: str
    """State of the settlement: `INITIATED`, `PROCESSED` or `ATTEMPT_FAILED`, or any other state that the provider sent."""
    utr: str
    """The bank's reference of the transfer."""
    amount: Paise
    """The transferred amount in paise; absent until the provider reports it."""
    updatedAtMs: int
    """When the provider last changed the settlement. Epoch milliseconds."""
    foundAtMs: int
    """When the gateway found the settlement. Epoch milliseconds."""
    failure: str
    """The provider's code for the failure of the bank's last attempt."""
    refusal: str
    """The provider's refusal to report the status of the settlement, such as `HTTP 403`. Absent once the status is read."""
    lines: int
    """Number of rows of imported reports that belong to the settlement."""
    payments: Paise
    """Sum of the payments in the report rows of the settlement, in paise."""
    refunds: Paise
    """Sum of the refunds in the report rows of the settlement, in paise."""
    fees: Paise
    """Sum of the fees in the report rows of the settlement, in paise."""
    taxes: Paise
    """Sum of the taxes in the report rows of the settlement, in paise."""
    deductions: Paise
    """Sum of the other deductions in the report rows of the settlement, in paise. A negative sum is an addition."""
    rows: list[SettlementLine]
    """The first 1 000 rows of imported reports that belong to the settlement."""


class SettlementLine(TypedDict, total=False):
    """A row of an imported settlement report.

    Required: kind, type, amount, fee, tax.
    """

    kind: Literal["payment", "refund", "deduction"]
    """A payment, a refund, or a deduction that belongs to no order."""
    merchantOrderId: str
    """The merchant's id of the order; absent for a deduction."""
    transactionId: str
    """The provider's id of the payment or refund, if the report has an id."""
    type: str
    """The type of the row in the report."""
    amount: Paise
    """The amount that the settlement pays for the row before fees, below zero for refunds and deductions. Paise."""
    fee: Paise
    """Fee, in paise."""
    tax: Paise
    """Tax, in paise."""
    settlementId: str
    """The settlement that the row belongs to."""
    utr: str
    """The bank's reference in the report."""
    settledOn: str
    """Day of the settlement in the report: `2026-11-22`."""


class ImportedReport(TypedDict, total=False):
    """An import of a settlement report.

    Required: reportId, name, rows, importedAtMs.
    """

    reportId: int
    """Number of the import, for `undoReport()`."""
    name: str
    """Name of the file."""
    rows: int
    """Stored rows of the import; 0 after its undoing."""
    importedBy: str
    """The person who imported the file, as in the audit log."""
    importedAtMs: int
    """Time of the import. Epoch milliseconds."""
    undoneBy: str
    """The person who undid the import, as in the audit log."""
    undoneAtMs: int
    """When the import was undone, not before the end of the last closed day. Epoch milliseconds."""


class ImportSettlements(TypedDict, total=False):
    """A settlement report to import.

    Required: name, text.
    """

    name: str
    """Name of the file, for the record."""
    text: str
    """Text of the CSV file from the provider's dashboard."""
    preview: bool
    """True to read the file and add up its amounts, without storing anything."""
    feeSign: Literal["positive", "negative"]
    """Sign that the file gives to a fee that the merchant pays. Set the sign if the sums of the file do not show the sign."""


class ImportedSettlements(TypedDict, total=False):
    """Result of an import: the contents of the file.

    Required: name, rows, stored, known, payments, refunds, deductions, fees, taxes, columns, settlements, problems.
    """

    name: str
    """Name of the file."""
    rows: int
    """Number of rows in the file."""
    stored: int
    """Number of rows that the import stored; 0 for a preview."""
    known: int
    """Number of rows of the file that were stored before."""
    payments: Counted
    """Number and sum of the payments in the file."""
    refunds: Counted
    """Number and sum of the refunds in the file."""
    deductions: Counted
    """Number and sum of the deductions in the file."""
    fees: Paise
    """Sum of the fees in the file, in paise."""
    taxes: Paise
    """Sum of the taxes in the file, in paise."""
    columns: dict[str, Any]
    """Name of each column that was read, by the content of the column."""
    settlements: list[dict[str, Any]]
    """The first 100 settlements in the file, with the sum of the file and the amount that the provider reports."""
    problems: list[dict[str, Any]]
    """The first 20 rows that cannot be read, each with the reason. The import stores nothing if the file has such a row."""


class BankReport(TypedDict, total=False):
    """A comparison of settlements with all imported bank statements.

    Required: credited, creditedByAmount, differing, missing, statements, unknown.
    """

    credited: Counted
    """Number and sum of the settlements whose credits add up to their amount."""
    creditedByAmount: int
    """Number of credited settlements without a UTR in common with a line. On one day, only one line and one settlement have the amount."""
    differing: list[BankCredit]
    """Settlements whose credits do not add up to their amount. The oldest 100."""
    missing: list[BankCredit]
    """Paid-out settlements without a credit, on days that statements cover. The oldest 100."""
    unknown: list[UnknownCredit]
    """Lines that belong to no settlement, but name the provider or have the UTRs of several settlements. The latest 100."""
    more: Literal[True]
    """`true` if a list has more entries than are returned."""
    statements: list[BankStatement]
    """Imported statements, the latest 50."""


class BankCredit(TypedDict, total=False):
    """A settlement, and its credits in imported statements.

    Required: settlementId, amount, credited, day.
    """

    settlementId: str
    """The provider's id of the settlement."""
    utr: str
    """The bank's reference that the provider reports."""
    amount: Paise
    """Amount of the settlement in paise."""
    credited: Paise
    """Credits less debits in the statements, in paise. 0 if no statement has a line of the settlement."""
    day: str
    """Day of the last line in the statements; without a line, the day on which the provider paid out: `2026-11-22`."""


class UnknownCredit(TypedDict, total=False):
    """A credit that belongs to no settlement, but names the provider or has the UTRs of several settlements.

    Required: day, amount, references.
    """

    day: str
    """Day of the line: `2026-11-22`."""
    amount: Paise
    """Amount in paise; negative for a debit."""
    references: list[str]
    """References of the line that may be a UTR."""


class BankStatement(TypedDict, total=False):
    """An imported bank statement.

    Required: statementId, name, fromDay, toDay, lines, importedAtMs.
    """

    statementId: int
    """Number of the import, for `bankStatements.remove()`."""
    name: str
    """Name of the file."""
    fromDay: str
    """First day with a line: `2026-11-01`."""
    toDay: str
    """Last day with a line."""
    lines: int
    """Number of stored lines: lines of settlements, and lines that name the provider."""
    importedAtMs: int
    """Time of the import. Epoch milliseconds."""


class ImportBankStatement(TypedDict, total=False):
    """A statement of the merchant's bank account to import.

    Required: name, text.
    """

    name: str
    """Name of the file, for the record."""
    text: str
    """Text of the file from the bank: CSV, or camt.053 (XML)."""
    preview: bool
    """True to compare the file, without storing anything."""


class ImportedBankStatement(TypedDict, total=False):
    """Result of an import: the contents of the bank statement.

    Required: name, format, fromDay, toDay, lines, credits, stored, known, ignored, columns, comparison.
    """

    name: str
    """Name of the file."""
    format: Literal["csv", "camt.053"]
    """Format of the file."""
    fromDay: str
    """First day with a line: `2026-11-01`."""
    toDay: str
    """Last day with a line."""
    lines: int
    """Number of lines in the statement."""
    credits: Counted
    """Number and sum of the credits in the statement."""
    stored: int
    """Number of lines that the import stored; for a preview, that an import would store."""
    known: int
    """Number of lines of the file that were stored before."""
    ignored: int
    """Number of lines that belong to no settlement and do not name the provider. These lines are counted, not stored."""
    columns: dict[str, Any]
    """Name of each column of a CSV file that was read, by the content of the column."""
    comparison: BankComparison
    """The settlements of the statement's days, compared with all imported statements and this statement."""


class BankComparison(TypedDict, total=False):
    """A comparison of settlements with the lines of bank statements.

    Required: credited, creditedByAmount, differing, missing, unknown.
    """

    credited: Counted
    """Number and sum of the settlements whose credits add up to their amount."""
    creditedByAmount: int
    """Number of credited settlements without a UTR in common with a line. On one day, only one line and one settlement have the amount."""
    differing: list[BankCredit]
    """Settlements whose credits do not add up to their amount. The oldest 100."""
    missing: list[BankCredit]
    """Paid-out settlements without a credit, on days that statements cover. The oldest 100."""
    unknown: list[UnknownCredit]
    """Lines that belong to no settlement, but name the provider or have the UTRs of several settlements. The latest 100."""
    more: Literal[True]
    """`true` if a list has more entries than are returned."""


# Query of a list of closes.
ClosesQuery = TypedDict("ClosesQuery", {
    # First day: `2026-11-01`.
    "from": str,
    # Last day.
    "to": str,
    "after": str,
    "limit": str,
}, total=False)


class PageOfDayClose(TypedDict, total=False):
    """One page of a list.

    Required: rows.
    """

    rows: list[DayClose]
    """Rows of this page."""
    next: str
    """Cursor of the next page: pass the cursor as `after`. Absent on the last page."""


class DayClose(TypedDict, total=False):
    """The close of a day in Indian time (IST). A close never changes.

    Required: number, day, closedAtMs, captured, refunded, settled, fees, taxes, deductions, difference, digest.
    """

    number: int
    """Number of the close: 1, 2, 3 … without a gap."""
    day: str
    """The closed day: `2026-11-22`."""
    closedAtMs: int
    """Time of the close. Epoch milliseconds."""
    captured: Counted
    """Number and sum of the payments that were posted on this day."""
    refunded: Counted
    """Number and sum of the refunds that were posted on this day, less reversed refunds."""
    settled: Counted
    """Number and sum of the settlements that became known as processed on this day, with corrections of earlier settlements."""
    fees: Paise
    """Fees of report rows that were imported on this day, less fees of earlier days whose import was undone. Paise."""
    taxes: Paise
    """Taxes of report rows, counted like `fees`. Paise."""
    deductions: Paise
    """Deductions of report rows, counted like `fees`. Paise."""
    difference: Paise
    """Captured − refunded − settled of all days up to this day. Paise."""
    digest: str
    """SHA-256 over this close and the digest of the previous close."""


class CreatePlan(TypedDict, total=False):
    """A plan to create. The terms of a plan never change: sell a new plan instead.

    Required: planId, name, amount, frequency.
    """

    planId: str
    """Your id of the plan: 1 to 40 letters, digits, `_` or `-`."""
    name: str
    """Name that the payer sees: 1 to 100 characters."""
    amount: Paise
    """Price of a cycle, at least ₹1. In paise."""
    frequency: BillingFrequency
    """Length of a cycle."""
    trialDays: int
    """Free days before the first cycle: 0, or 2 to 365."""
    cycles: int
    """Number of cycles."""

BillingFrequency = Literal["DAILY", "WEEKLY", "FORTNIGHTLY", "MONTHLY", "BIMONTHLY", "QUARTERLY", "HALFYEARLY", "YEARLY"]


class Plan(TypedDict, total=False):
    """An offer that is billed once a cycle.

    Required: planId, name, amount, frequency, trialDays, createdAtMs.
    """

    planId: str
    """Id of the plan."""
    name: str
    """Name that the payer sees."""
    amount: Paise
    """Price of a cycle. In paise."""
    frequency: BillingFrequency
    """Length of a cycle."""
    trialDays: int
    """Free days before the first cycle."""
    cycles: int
    """Number of cycles; undefined: until somebody cancels."""
    createdAtMs: int
    """Time of creation. Epoch milliseconds."""
    archivedAtMs: int
    """When the plan was taken off sale. Epoch milliseconds."""


class PlansQuery(TypedDict, total=False):
    """`ListPlans` in the query string of `GET /plans`: every value is text."""

    after: str
    """`next` of the previous page."""
    limit: str
    """Plans on a page: 1 to 500."""


class PageOfPlan(TypedDict, total=False):
    """One page of a list.

    Required: rows.
    """

    rows: list[Plan]
    """Rows of this page."""
    next: str
    """Cursor of the next page: pass the cursor as `after`. Absent on the last page."""


class StartSubscription(TypedDict, total=False):
    """A subscription to start.

    Required: planId, redirectUrl.
    """

    subscriptionId: str
    """Your id: 1 to 40 letters, digits, `_` or `-`. A second call with the same id and parameters returns the same subscription."""
    planId: str
    """The plan."""
    redirectUrl: str
    """Page to which the payer returns from the provider."""
    payer: SubscriptionPayer
    """The payer."""
    maxAmount: Paise
    """Largest debit that the payer permits, which the payer sees. In paise."""


class SubscriptionPayer(TypedDict, total=False):
    """The payer of a subscription, for messages. Stored encrypted when there are data keys, and erased with the payer's other data."""

    name: str
    """Name."""
    email: str
    """E-mail address."""
    phoneNumber: str
    """Phone number: ten digits, or with country code. Stored with country code: `+919000000001`."""


class StartedSubscription(TypedDict, total=False):
    """A started subscription.

    Required: subscription, payerToken.
    """

    subscription: Subscription
    """The subscription."""
    payerToken: str
    """Opens this one subscription to the payer's browser, for a day."""
    redirectUrl: str
    """Page of the provider on which the payer approves the mandate; undefined after the approval."""


class Subscription(TypedDict, total=False):
    """The subscription of one payer to a plan.

    Required: subscriptionId, planId, state, amount, carried, frequency, startsOn, mandate, createdAtMs.
    """

    subscriptionId: str
    """Id of the subscription."""
    planId: str
    """Id of the plan."""
    state: SubscriptionState
    """State."""
    haltedFor: HaltReason
    """Why nothing is billed, when `state` is HALTED."""
    amount: Paise
    """Price of the coming cycles. In paise."""
    carried: int
    """Surcharge (positive) or credit (negative) of the next bill that is not announced yet. A refund can end both. In paise."""
    frequency: BillingFrequency
    """Length of a cycle."""
    startsOn: str
    """First day of the first cycle in India: `2026-11-22`."""
    cycles: int
    """The subscription ends after this number of cycles."""
    pause: dict[str, Any]
    """The pause of the billing; undefined for a payer's pause of the mandate in the UPI app."""
    cancel: dict[str, Any]
    """A cancellation: at once, or at the end of the cycle in which somebody asked for the cancellation."""
    mandate: SubscriptionMandate
    """The mandate that is debited."""
    cycle: SubscriptionCycle
    """The newest cycle that was opened."""
    nextActionAtMs: int
    """When the next step is due: an announcement, a debit, a question to the provider. Epoch milliseconds; undefined when nothing is planned."""
    createdAtMs: int
    """Time of creation. Epoch milliseconds."""

SubscriptionState = Literal["CREATED", "ACTIVE", "PAST_DUE", "PAUSED", "HALTED", "CANCELLED", "COMPLETED", "EXPIRED"]

HaltReason = Literal["debits-failed", "mandate-ended", "mandate-expires", "above-mandate"]


class SubscriptionMandate(TypedDict, total=False):
    """The permission of the payer's bank that a subscription debits.

    Required: merchantSubscriptionId, state, amountType, maxAmount.
    """

    merchantSubscriptionId: str
    """The merchant's id of the mandate at the provider."""
    state: str
    """State that the provider reported last."""
    amountType: AmountType
    """`FIXED`: each debit is `maxAmount`."""
    maxAmount: Paise
    """Largest debit. In paise."""
    expiresAtMs: int
    """End of the mandate. Epoch milliseconds."""

AmountType = Literal["FIXED", "VARIABLE"]


class SubscriptionCycle(TypedDict, total=False):
    """One billing period of a subscription.

    Required: number, startsAtMs, endsAtMs, amount, merchantOrderIds.
    """

    number: int
    """Number of the cycle, from 1."""
    startsAtMs: int
    """First instant of the period. Epoch milliseconds."""
    endsAtMs: int
    """First instant of the next period. Epoch milliseconds."""
    amount: Paise
    """Price. In paise."""
    outcome: CycleOutcome
    """End of the cycle; undefined while the cycle is open."""
    merchantOrderIds: list[str]
    """Ids of the orders that collected the price, oldest first."""

CycleOutcome = Literal["PAID", "FAILED", "SKIPPED", "MISSED", "FREE"]


class ImportMandate(TypedDict, total=False):
    """A mandate that exists at the provider already, to bill from now on.

    Required: subscriptionId, planId, merchantSubscriptionId, setupOrderId, nextCycleOn.
    """

    subscriptionId: str
    """Your id of the new subscription: 1 to 40 letters, digits, `_` or `-`. A second call with the same id and parameters returns the same subscription."""
    planId: str
    """The plan. The price of the plan is within the maximum of the mandate, and both have the same frequency."""
    merchantSubscriptionId: str
    """Your id of the mandate at the provider."""
    setupOrderId: str
    """Your id of the order on whose hosted page the payer approved the mandate."""
    nextCycleOn: str
    """First day of the first cycle that the gateway debits, in India, from today on: `2026-11-22`. Earlier cycles were billed elsewhere."""
    cyclesLeft: int
    """Number of cycles that are not billed yet; needed for a plan with a number of cycles."""
    payer: SubscriptionPayer
    """The payer."""


class SubscriptionsQuery(TypedDict, total=False):
    """`ListSubscriptions` in the query string of `GET /subscriptions`: every value is text."""

    state: str
    """State: `PAST_DUE`."""
    planId: str
    """Plan."""
    after: str
    """`next` of the previous page."""
    limit: str
    """Subscriptions on a page: 1 to 500."""


class PageOfSubscription(TypedDict, total=False):
    """One page of a list.

    Required: rows.
    """

    rows: list[Subscription]
    """Rows of this page."""
    next: str
    """Cursor of the next page: pass the cursor as `after`. Absent on the last page."""


class PauseSubscription(TypedDict, total=False):
    """A pause of a subscription."""

    untilMs: int
    """When the subscription continues automatically. Epoch milliseconds."""


class SkipCycle(TypedDict, total=False):
    """A cycle to leave out."""

    cycle: int
    """Number of the cycle: the open cycle, or the cycle after the newest cycle."""


class CancelSubscription(TypedDict, total=False):
    """A cancellation of a subscription."""

    at: Literal["now", "cycle-end"]
    """`cycle-end`: the paid cycle runs to its end, and nothing more is debited."""


class ChangeAmount(TypedDict, total=False):
    """A new price of the coming cycles.

    Required: amount.
    """

    amount: Paise
    """Price of the coming cycles. In paise."""
    prorate: bool
    """True when the next bill that is not announced yet also charges or gives back the difference for the rest of the paid cycle."""


class RenewMandate(TypedDict, total=False):
    """A new mandate for an old subscription.

    Required: redirectUrl.
    """

    redirectUrl: str
    """Page to which the payer returns from the provider."""
    maxAmount: Paise
    """Largest debit that the payer permits. In paise."""


class HealthReport(TypedDict, total=False):
    """Result of `gateway.health()`.

    Required: ok, atMs, checks, workers, queues.
    """

    ok: bool
    """True when all checks are ok."""
    atMs: int
    """Time of the report, by the gateway's clock. Epoch milliseconds."""
    checks: list[HealthCheck]
    """One entry for each check. While the database does not answer, only the check `database`."""
    workers: list[dict[str, Any]]
    """Running worker processes."""
    queues: list[QueueLength]
    """Waiting work by queue."""

HealthCheck = Union[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]


class QueueLength(TypedDict, total=False):
    """Work that waits.

    Required: name, waiting.
    """

    name: str
    """Name of the queue: `callbacks`, `orders in review`, `undecided orders`."""
    waiting: int
    """Number of rows."""
    oldestAtMs: int
    """Time since which the oldest row waits. Epoch milliseconds."""


class Unclaimed(TypedDict, total=False):
    """Deliveries that no running process takes.

    Required: subscriber, event.
    """

    subscriber: str
    """Handlers or a notifier, by name."""
    event: str
    """Name of the event."""


class ProviderHealth(TypedDict, total=False):
    """A health report of the provider, from its health webhook.

    Required: atMs, overall, instruments.
    """

    atMs: int
    """The provider's time of the report, and never later than its arrival. Epoch milliseconds."""
    overall: str
    """`UP`, `DOWN` or `DEGRADED`, over all instruments."""
    instruments: dict[str, Any]
    """By instrument: `UPI`, `CREDIT_CARD`, `DEBIT_CARD`, `NET_BANKING`, `WALLET`. Empty while all are down."""

PayerSelector = Union[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]


class ErasurePreview(TypedDict, total=False):
    """The effects that an erasure would have.

    Required: merchantOrderIds, orders, byMaskOnly, held, inUse.
    """

    merchantOrderIds: list[str]
    """Ids of the matching orders, oldest first, at most 1 000. To erase only some orders, erase each order by its `merchantOrderId`."""
    orders: int
    """Number of matching orders."""
    byMaskOnly: int
    """Number of orders that match only by a masked UPI id. Other payers may have the same masked UPI id."""
    held: int
    """Number of orders on legal hold. These orders are erased after the hold ends."""
    inUse: int
    """Number of orders in use: orders that are not final, or have a waiting event. These orders are erased as soon as they are no longer in use."""


class ErasureResult(TypedDict, total=False):
    """The effects of an erasure.

    Required: byMaskOnly, erased, held, inUse, merchantOrderIds, orders.
    """

    merchantOrderIds: list[str]
    """Ids of the matching orders, oldest first, at most 1 000. To erase only some orders, erase each order by its `merchantOrderId`."""
    orders: int
    """Number of matching orders."""
    byMaskOnly: int
    """Number of orders that match only by a masked UPI id. Other payers may have the same masked UPI id."""
    held: int
    """Number of orders on legal hold. These orders are erased after the hold ends."""
    inUse: int
    """Number of orders in use: orders that are not final, or have a waiting event. These orders are erased as soon as they are no longer in use."""
    erased: dict[str, Any]
    """Number of changed rows by table."""


class LegalHold(TypedDict, total=False):
    """An order whose payer data may not be erased, such as during a dispute.

    Required: merchantOrderId, reason, by, sinceMs.
    """

    merchantOrderId: str
    """Your id of the order on hold."""
    reason: str
    """Reason of the hold, at most 500 characters. Deleted when the hold ends."""
    by: str
    """The person who decided the hold, at most 200 characters. If a program sets the hold with a stored API key, the name of the key is added: `Meena (key:shop)`. Deleted when the hold ends."""
    sinceMs: int
    """Start of the hold. Epoch milliseconds."""


class MerchantNotification(TypedDict, total=False):
    """Body that `notifyOverHttp` and `galla gateway` post to the merchant's server. The header `webhook-id` is the same in every repetition.

    Required: type, timestamp, data.
    """

    type: EventName
    """The event."""
    timestamp: str
    """Time of the event, as ISO 8601."""
    data: dict[str, Any]
    """The order, refund, subscription, settlement or closed day of the event."""


# End of the types.
class Galla:
    """Calls of the merchant API. `url` is its address, such as http://127.0.0.1:4600/merchant; `key` is one of GALLA_MERCHANT_KEY, or of galla gateway keys create.

    The address is https, or http on this machine. In SANDBOX, `hosts_without_tls` names private hosts that are called over http, such as `["gateway"]` for a container.
    `timeout` is in seconds, for the connection, for each read and for the whole body.
    """

    # For a trace of a client that was refused.
    _url = ""

    def __init__(self, url: str, key: str, timeout: float = 30.0, hosts_without_tls: Sequence[str] = ()) -> None:
        self._key = _Secret(key)
        del key
        if not isinstance(self._key.reveal(), str) or not re.fullmatch(r"[!-~]+", self._key.reveal()):
            raise ValueError("key must be printable ASCII characters without spaces, and without the line end of a file that it was read from")
        if isinstance(hosts_without_tls, str) or not all(isinstance(one, str) and _PRIVATE_HOST.fullmatch(one.strip("[]")) for one in hosts_without_tls):
            raise ValueError("hosts_without_tls must be a list of names or addresses of a private network: ['gateway']")
        if hosts_without_tls and self._key.reveal().startswith("galla_live_"):
            raise ValueError("hosts_without_tls is for SANDBOX only, and the key is one of PRODUCTION")
        if isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or not 0 < timeout <= _MAX_TIMEOUT:
            raise ValueError("timeout must be a number of seconds, above 0 and at most 3600")
        parts = _checked_url(url, hosts_without_tls)
        self._url = parts.geturl()
        self._timeout = timeout
        # A proxy would read what is sent over http. Over https it passes bytes on.
        direct = [urllib.request.ProxyHandler({})] if parts.scheme == "http" else []
        self._opener = urllib.request.build_opener(_NoRedirect, *direct)

    def __repr__(self) -> str:
        return f"Galla({self._url!r})"

    def _call(self, method: str, path: str, query: Any = None, body: Any = None) -> Any:
        pairs = {name: str(value).lower() if isinstance(value, bool) else value for name, value in (query or {}).items() if value is not None}
        data = None if body is None else json.dumps(body).encode()
        url = self._url + path + ("?" + urlencode(pairs) if pairs else "")
        try:
            status, text = self._send(method, url, data)
        except (OSError, http.client.HTTPException, OverflowError) as error:
            raise GallaError(0, "NO_ANSWER", str(error) or type(error).__name__) from None
        except (ValueError, TypeError):
            raise GallaError(0, "NO_ANSWER", f"{self._url} is no address that can be called") from None
        try:
            reply = json.loads(text)
        except (ValueError, RecursionError):
            if status < 300:
                raise GallaError(0, "NO_ANSWER", "The answer is no JSON that can be read") from None
            reply = None
        if status < 300:
            return reply
        raise self._refusal(status, reply)

    def _refusal(self, status: int, reply: Any) -> GallaError:
        refusal = reply if isinstance(reply, dict) else {}
        code, message, field = refusal.get("code"), refusal.get("message"), refusal.get("field")
        if not isinstance(code, str) or not isinstance(message, str):
            return GallaError(status, "UNEXPECTED_REPLY", f"HTTP {status} without a reason")
        return GallaError(status, code, message, field if isinstance(field, str) else None)

    def _send(self, method: str, url: str, data: bytes | None) -> tuple[int, bytes]:
        # The headers are in no variable: a trace may show those of each frame.
        request = urllib.request.Request(url, method=method, data=data, headers={"authorization": f"Bearer {self._key.reveal()}", "content-type": "application/json"})
        try:
            with self._opener.open(request, timeout=self._timeout) as reply:
                return reply.status, self._read(reply)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, self._read(error)

    def _read(self, reply: Any) -> bytes:
        until = time.monotonic() + self._timeout
        parts: list[bytes] = []
        left = _MAX_BYTES
        while part := reply.read1(65_536):
            left -= len(part)
            if left < 0:
                raise OSError(f"The answer has more than {_MAX_BYTES} bytes")
            if time.monotonic() > until:
                raise TimeoutError(f"The answer did not arrive within {self._timeout} s")
            parts.append(part)
        if reply.length:
            raise http.client.IncompleteRead(b"", reply.length)
        # A server may repeat what it was sent, and errors show what it answers.
        return b"".join(parts).replace(self._key.reveal().encode(), b"****")

    # Calls of the OpenAPI document.

    def get_key(self) -> KeyRights:
        """The key of the request, and the gateway that it opens. Needs a key of any scope."""
        return self._call("GET", "/key")

    def create_order(self, body: StartOrder) -> StartedOrder:
        """Stores the order, then opens it at the provider. Idempotent by `merchantOrderId` and all parameters. Needs a key with the scope orders."""
        return self._call("POST", "/orders", body=body)

    def list_orders(self, query: OrdersQuery | None = None) -> PageOfOrder:
        """Newest first; `after` is the `next` of the previous page. Needs a key with the scope read."""
        return self._call("GET", "/orders", query=query)

    def get_order(self, merchant_order_id: str) -> Order:
        """The stored order. Needs a key with the scope read."""
        return self._call("GET", f"/orders/{_segment('merchant_order_id', merchant_order_id)}")

    def resume_order(self, merchant_order_id: str) -> StartedOrder:
        """The payer's access to a started order, for another tab or device. Needs a key with the scope orders."""
        return self._call("POST", f"/orders/{_segment('merchant_order_id', merchant_order_id)}/resume")

    def sync_order(self, merchant_order_id: str) -> Order:
        """Checks the status at the provider now, for example when the payer has returned. Needs a key with the scope orders."""
        return self._call("POST", f"/orders/{_segment('merchant_order_id', merchant_order_id)}/sync")

    def cancel_order(self, merchant_order_id: str) -> Order:
        """Closes an order whose payment was never started. Needs a key with the scope orders."""
        return self._call("POST", f"/orders/{_segment('merchant_order_id', merchant_order_id)}/cancel")

    def pay_order(self, merchant_order_id: str, body: PayerChoice) -> PaidOrder:
        """Custom checkout: starts the payment of the stored amount, in the mode that the payer chose. Needs a key with the scope orders."""
        return self._call("POST", f"/orders/{_segment('merchant_order_id', merchant_order_id)}/pay", body=body)

    def get_timeline(self, merchant_order_id: str) -> OrderWithTimeline:
        """The order with its decisions, refunds, timeline and ledger; payer data and `metaInfo` are masked. Needs a key with the scope operations."""
        return self._call("GET", f"/orders/{_segment('merchant_order_id', merchant_order_id)}/timeline")

    def create_link(self, body: CreateLink) -> CreatedLink:
        """Stores the order, then creates its payment link. Idempotent by `merchantOrderId` and all parameters. Needs a key with the scope orders."""
        return self._call("POST", "/links", body=body)

    def remind_link(self, merchant_order_id: str, body: RemindLink) -> Order:
        """Sends an open link to its payer again, at most once a minute. Needs a key with the scope orders."""
        return self._call("POST", f"/links/{_segment('merchant_order_id', merchant_order_id)}/remind", body=body)

    def cancel_link(self, merchant_order_id: str) -> Order:
        """Cancels a link at the provider. The state of the response says whether the link was already paid. Needs a key with the scope orders."""
        return self._call("POST", f"/links/{_segment('merchant_order_id', merchant_order_id)}/cancel")

    def create_refund(self, merchant_order_id: str, body: RequestRefund) -> Refund:
        """Stores a refund, which a worker then sends. Idempotent by `merchantRefundId`. Needs a key with the scope refunds."""
        return self._call("POST", f"/orders/{_segment('merchant_order_id', merchant_order_id)}/refunds", body=body)

    def create_refund_request(self, merchant_order_id: str, body: RequestRefund) -> Refund:
        """Stores a refund and holds its amount. Nothing is sent until a person approves the refund in the console, whatever its amount. Idempotent by `merchantRefundId`. Needs a key with the scope refunds:request."""
        return self._call("POST", f"/orders/{_segment('merchant_order_id', merchant_order_id)}/refund-requests", body=body)

    def list_refunds(self, query: RefundsQuery | None = None) -> PageOfRefund:
        """Newest first; `after` is the `next` of the previous page. Needs a key with the scope read."""
        return self._call("GET", "/refunds", query=query)

    def get_refund(self, merchant_refund_id: str) -> Refund:
        """The stored refund. Needs a key with the scope read."""
        return self._call("GET", f"/refunds/{_segment('merchant_refund_id', merchant_refund_id)}")

    def sync_refund(self, merchant_refund_id: str) -> Refund:
        """Checks the status at the provider now. Needs a key with the scope refunds."""
        return self._call("POST", f"/refunds/{_segment('merchant_refund_id', merchant_refund_id)}/sync")

    def list_callbacks(self, query: CallbacksQuery | None = None) -> PageOfCallbackRecord:
        """Received callbacks, newest first; `after` is the `next` of the previous page. Needs a key with the scope operations."""
        return self._call("GET", "/callbacks", query=query)

    def get_callback(self, callback_id: str) -> CallbackRecordDetail:
        """One received callback. Headers and body are masked. Needs a key with the scope operations."""
        return self._call("GET", f"/callbacks/{_segment('callback_id', callback_id)}")

    def list_settlements(self, query: SettlementsQuery | None = None) -> PageOfSettlement:
        """Settlements, the latest known first; `after` is the `next` of the previous page. Needs a key with the scope read."""
        return self._call("GET", "/settlements", query=query)

    def get_summary(self) -> SettlementReport:
        """Captured − refunded − settled, and the differences. Needs a key with the scope read."""
        return self._call("GET", "/settlements/summary")

    def get_settlement(self, settlement_id: str) -> SettlementDetail:
        """A settlement with the first 1 000 rows of imported reports. Needs a key with the scope read."""
        return self._call("GET", f"/settlements/{_segment('settlement_id', settlement_id)}")

    def list_reports(self) -> dict[str, Any]:
        """The last 50 imports of settlement reports, the latest first. Needs a key with the scope read."""
        return self._call("GET", "/settlements/reports")

    def create_report(self, body: ImportSettlements) -> ImportedSettlements:
        """Imports the settlement report of the provider's dashboard, at most 8 MiB. With `preview` nothing is stored. The same file again changes nothing. Needs a key with the scope settlements."""
        return self._call("POST", "/settlements/reports", body=body)

    def undo_report(self, report_id: str) -> dict[str, Any]:
        """Undoes the import of a wrong file, and returns the number of deleted rows. Needs a key with the scope settlements."""
        return self._call("POST", f"/settlements/reports/{_segment('report_id', report_id)}/undo")

    def list_bank_statements(self) -> BankReport:
        """The comparison of settlements with all imported bank statements, and the statements. Needs a key with the scope read."""
        return self._call("GET", "/bank-statements")

    def create_bank_statement(self, body: ImportBankStatement) -> ImportedBankStatement:
        """Imports a statement of the bank, at most 8 MiB, and compares it with the settlements. With `preview` nothing is stored. The same file again changes nothing. Needs a key with the scope settlements."""
        return self._call("POST", "/bank-statements", body=body)

    def delete_bank_statement(self, statement_id: str) -> dict[str, Any]:
        """Removes an imported bank statement with its lines. Needs a key with the scope settlements."""
        return self._call("DELETE", f"/bank-statements/{_segment('statement_id', statement_id)}")

    def list_day_closes(self, query: ClosesQuery | None = None) -> PageOfDayClose:
        """Closed days in Indian time, the latest first; `after` is the `next` of the previous page. Needs a key with the scope read."""
        return self._call("GET", "/day-closes", query=query)

    def get_day_close(self, day: str) -> DayClose:
        """The close of a day such as `2026-11-22`; 404 while it is open. Needs a key with the scope read."""
        return self._call("GET", f"/day-closes/{_segment('day', day)}")

    def create_plan(self, body: CreatePlan) -> Plan:
        """Creates a plan. The terms of a plan never change; the same id and terms again are the same plan. Needs a key with the scope subscriptions."""
        return self._call("POST", "/plans", body=body)

    def list_plans(self, query: PlansQuery | None = None) -> PageOfPlan:
        """Plans, the newest first; `after` is the `next` of the previous page. Needs a key with the scope read."""
        return self._call("GET", "/plans", query=query)

    def get_plan(self, plan_id: str) -> Plan:
        """The stored plan. Needs a key with the scope read."""
        return self._call("GET", f"/plans/{_segment('plan_id', plan_id)}")

    def archive_plan(self, plan_id: str) -> Plan:
        """Takes a plan off sale. Subscriptions to the plan continue. Needs a key with the scope subscriptions."""
        return self._call("POST", f"/plans/{_segment('plan_id', plan_id)}/archive")

    def create_subscription(self, body: StartSubscription) -> StartedSubscription:
        """Stores the subscription, then opens the page on which the payer approves the mandate. Idempotent by `subscriptionId` and all parameters. Needs a key with the scope subscriptions."""
        return self._call("POST", "/subscriptions", body=body)

    def list_subscriptions(self, query: SubscriptionsQuery | None = None) -> PageOfSubscription:
        """Subscriptions, the newest first; `after` is the `next` of the previous page. Needs a key with the scope read."""
        return self._call("GET", "/subscriptions", query=query)

    def import_mandate(self, body: ImportMandate) -> Subscription:
        """Stores a subscription under a mandate that another program has set up, and bills it from `nextCycleOn` on. Idempotent by `subscriptionId` and all parameters. Needs a key with the scope subscriptions."""
        return self._call("POST", "/mandates/import", body=body)

    def get_subscription(self, subscription_id: str) -> Subscription:
        """The stored subscription. Needs a key with the scope read."""
        return self._call("GET", f"/subscriptions/{_segment('subscription_id', subscription_id)}")

    def create_payer_token(self, subscription_id: str) -> StartedSubscription:
        """A new token with which the payer's browser sees and changes the subscription, and the page to approve the mandate while it is open. Needs a key with the scope subscriptions."""
        return self._call("POST", f"/subscriptions/{_segment('subscription_id', subscription_id)}/payer-tokens")

    def pause_subscription(self, subscription_id: str, body: PauseSubscription | None = None) -> Subscription:
        """No debit is announced or made. A debit that is under way may still succeed. Needs a key with the scope subscriptions."""
        return self._call("POST", f"/subscriptions/{_segment('subscription_id', subscription_id)}/pause", body=body)

    def resume_subscription(self, subscription_id: str) -> Subscription:
        """Ends a pause, or bills a halted subscription again. Cycles that have passed are not collected. Needs a key with the scope subscriptions."""
        return self._call("POST", f"/subscriptions/{_segment('subscription_id', subscription_id)}/resume")

    def skip_subscription(self, subscription_id: str, body: SkipCycle | None = None) -> Subscription:
        """Skips the next unpaid cycle, or the named cycle. Until that cycle ends, the same call changes nothing. Needs a key with the scope subscriptions."""
        return self._call("POST", f"/subscriptions/{_segment('subscription_id', subscription_id)}/skip", body=body)

    def cancel_subscription(self, subscription_id: str, body: CancelSubscription | None = None) -> Subscription:
        """Cancels the subscription, and its mandate at the provider. Needs a key with the scope subscriptions."""
        return self._call("POST", f"/subscriptions/{_segment('subscription_id', subscription_id)}/cancel", body=body)

    def change_amount_subscription(self, subscription_id: str, body: ChangeAmount) -> Subscription:
        """Sets the price of the cycles that are not open yet, within the maximum of the mandate. Needs a key with the scope subscriptions."""
        return self._call("POST", f"/subscriptions/{_segment('subscription_id', subscription_id)}/change-amount", body=body)

    def renew_mandate_subscription(self, subscription_id: str, body: RenewMandate) -> StartedSubscription:
        """Opens a page on which the payer approves a new mandate. The old mandate stays active until then. Needs a key with the scope subscriptions."""
        return self._call("POST", f"/subscriptions/{_segment('subscription_id', subscription_id)}/renew-mandate", body=body)

    def get_health(self) -> HealthReport:
        """The checks of the gateway, its queues and its workers. Needs a key with the scope operations."""
        return self._call("GET", "/health")

    def preview_payer(self, body: PayerSelector) -> ErasurePreview:
        """Shows the orders that the erasure of a payer would change. Needs a key with the scope payers."""
        return self._call("POST", "/payers/preview", body=body)

    def erase_payer(self, body: PayerSelector) -> ErasureResult:
        """Erases the personal data of one payer, in each order as soon as the order is final and not held. Needs a key with the scope payers."""
        return self._call("POST", "/payers/erase", body=body)

    def list_legal_holds(self) -> dict[str, Any]:
        """Orders that retention and erasure do not change. Needs a key with the scope payers."""
        return self._call("GET", "/legal-holds")

    def create_legal_hold(self, body: dict[str, Any]) -> LegalHold:
        """Protects an order from retention and erasure until the hold is removed. Needs a key with the scope payers."""
        return self._call("POST", "/legal-holds", body=body)

    def delete_legal_hold(self, merchant_order_id: str) -> dict[str, Any]:
        """Ends the hold of an order. Needs a key with the scope holds."""
        return self._call("DELETE", f"/legal-holds/{_segment('merchant_order_id', merchant_order_id)}")
