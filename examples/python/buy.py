"""Sells a pot of tea: starts an order, waits until it is paid, and refunds half of it.

GALLA_URL and GALLA_MERCHANT_KEY name the merchant API of `galla gateway`.
"""

import os
import time

from galla import Galla

galla = Galla(os.environ.get("GALLA_URL", "http://127.0.0.1:4600/merchant"), os.environ["GALLA_MERCHANT_KEY"])

started = galla.create_order(
    {
        # Your cart. The same cart with the same amount again is the same order.
        "reference": os.environ.get("CART", "cart-7"),
        "amount": 49_900,  # paise
        "checkout": "STANDARD",
        "redirectUrl": "https://shop.example/thanks",
    }
)
order = started["order"]
print("Pay here:", started["redirectUrl"], flush=True)

# A shop fulfils when the signed event order.completed arrives. This program only waits.
while order["state"] in ("CREATED", "PENDING"):
    time.sleep(0.5)
    order = galla.sync_order(order["merchantOrderId"])
print("Order:", order["state"], flush=True)

if order["state"] == "COMPLETED":
    refund = galla.create_refund(
        order["merchantOrderId"], {"merchantRefundId": f"half-of-{order['merchantOrderId']}", "amount": order["amount"] // 2}
    )
    print("Refund:", refund["state"], refund["amount"], flush=True)
