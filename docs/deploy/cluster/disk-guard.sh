#!/bin/sh
# Runs Patroni only while the disk of PostgreSQL has room: a primary with a full disk stays the primary and refuses every write.
# When less is free than the limit, Patroni stops and a standby takes over; with twice as much it starts again.
#   ExecStart=/usr/local/bin/disk-guard.sh /var/lib/postgresql 1024 /usr/bin/patroni /etc/patroni/config.yml
# Arguments: a folder on the disk, the limit in MiB, the command.
folder=$1
limit=$2
shift 2

free() { df --output=avail --block-size=1M "$folder" | tail -n 1 | tr -d ' '; }

trap 'kill -TERM "$child" 2>/dev/null; wait "$child"; exit 0' TERM INT
while :; do
  while [ "$(free)" -lt $((2 * limit)) ]; do sleep 2; done
  "$@" &
  child=$!
  while kill -0 "$child" 2>/dev/null; do
    [ "$(free)" -lt "$limit" ] && kill -TERM "$child" && break
    sleep 1
  done
  wait "$child"
  sleep 1
done
