using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    # The provider runs on this machine, and a worker may not reach private addresses by default.
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "main")],
);

const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "dist/worker.mjs")],
  compatibilityDate = "2026-01-01",
  bindings = [
    (name = "PROVIDER", text = "http://127.0.0.1:4500"),
    (name = "CLIENT_ID", text = "tea-stall"),
    (name = "CLIENT_SECRET", text = "any words will do in the sandbox"),
    (name = "CALLBACK_USERNAME", text = "tea-stall"),
    (name = "CALLBACK_PASSWORD", text = "two-cups"),
  ],
);
