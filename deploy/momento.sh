#!/usr/bin/env bash
# Every hour: whether PostgreSQL's log reaches the repository of pgBackRest, and once a night a copy, every seventh a whole
# one. registro-momento.service runs it as the user postgres. Whatever goes wrong ends it with a code that is not 0.
set -Eeuo pipefail

fail() {
  echo "Copia fallida: $*" >&2
  exit 1
}
stanza=registro

# Of three machines the one that leads does it.
standby=$(psql --no-psqlrc --tuples-only --no-align --port "${PGPORT:-5432}" postgres --command 'SELECT pg_is_in_recovery()') ||
  fail "PostgreSQL no responde; el motivo está arriba."
if [[ $standby == t ]]; then
  echo "Este servidor es una réplica: la copia la hace el principal."
  exit
fi

pgbackrest --stanza="$stanza" check || fail "el registro de cambios no llega al repositorio; el motivo está arriba."

# A copy's name is when it began, here: 20261126-023012F, and after a line below it the one that builds on it.
info=$(pgbackrest --stanza="$stanza" --output=json info)
newest() {
  grep --only-matching "\"label\":\"$1\"" <<<"$info" | grep --only-matching '[0-9]\{8\}-[0-9]\{6\}[DFI]"' | tail --lines 1 | cut --characters 1-15 || true
}
# The night begins at two.
night=$(date --date='2 hours ago' +%Y%m%d-020000)
type=diff
[[ $(newest '[0-9-]*F') > $(date --date='6 days ago 12 hours ago' +%Y%m%d-%H%M%S) ]] || type=full
if [[ $(newest '[0-9DFI_-]*') < $night ]]; then
  pgbackrest --stanza="$stanza" --type="$type" backup || fail "no se pudo hacer; el motivo está arriba."
  echo "Copia terminada ($type)."
fi
