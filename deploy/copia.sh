#!/usr/bin/env bash
# The nightly copy: makes one, puts it in a second place, and removes those that are older than BACKUP_DAYS. Photos and documents
# lie beside the copies in the folder archivos, each once, and stay there.
# registro-copia.service runs it with the settings of /etc/registro/registro.env. Whatever goes wrong ends it with a sentence
# and a code that is not 0, and then nothing old is removed. Where only photos or documents did not come along, the copy of the rows
# reaches its second place before.
set -Eeuo pipefail
umask 077

fail() {
  echo "Copia fallida: $*" >&2
  exit 1
}
trap 'fail "se interrumpió en la línea $LINENO de $0; el motivo está arriba."' ERR

dir=${BACKUP_DIR:-/var/backups/registro}
days=${BACKUP_DAYS:-30}
second=${BACKUP_SECOND:-}

[[ $days =~ ^[1-9][0-9]{0,4}$ ]] || fail "BACKUP_DAYS debe ser un número de días; se recibió «$days»."
# Not made here: where its disk is not mounted, the copy would lie on another one.
[[ -d $dir && -w $dir ]] || fail "la carpeta $dir (BACKUP_DIR) no existe o no se puede escribir en ella."

exec 9>"$dir/.copia.lock"
flock --nonblock 9 || fail "ya hay otra copia en curso en $dir."

name="registro-$(date --utc +%Y%m%d-%H%M%S).jsonl.gz"
built="$(dirname "$0")/../dist/src"
without=""
# A registry may be without photos and documents.
files=()
[[ ! -d $built/features/archivos ]] || files=(--archivos "$dir/archivos")
if ! node "$built/commands/backup/backup-command.js" "$dir/$name" "${files[@]}"; then
  # It is there only where it is whole.
  [[ -f $dir/$name ]] || fail "no se pudo hacer; el motivo está arriba."
  without="$dir/archivos"
fi

# Copies in a folder that are older than that, and what an interrupted one left behind a day ago.
prune() {
  find "$1" -maxdepth 1 -type f -name 'registro-????????-??????.jsonl.gz' -mmin "+$((days * 1440))" -delete
  find "$1" -maxdepth 1 -type f -name 'registro-????????-??????.jsonl.gz.parcial' -mmin +1440 -delete
}

if [[ $second == *:* ]]; then
  # Another machine: it keeps them for as long as it likes.
  rsync --times --timeout=300 -- "$dir/$name" "${second%/}/" || fail "no se pudo llevar a $second."
  if [[ -d $dir/archivos ]]; then
    rsync --recursive --times --ignore-existing --exclude=/archivos/en-curso --timeout=300 -- "$dir/archivos" "${second%/}/" ||
      fail "no se pudieron llevar las fotos y los documentos a $second."
  fi
elif [[ -n $second ]]; then
  [[ -d $second && -w $second ]] || fail "la carpeta $second (BACKUP_SECOND) no existe o no se puede escribir en ella."
  # The folder of a disk that is not mounted lies on the first one, and is lost with it.
  [[ $(stat --format=%d "$second") != "$(stat --format=%d "$dir")" ]] ||
    fail "$second (BACKUP_SECOND) está en el mismo disco que $dir; ¿falta montarlo?"
  draft="$second/$name.parcial"
  if ! { cp --preserve=timestamps -- "$dir/$name" "$draft" && sync -- "$draft" && cmp -- "$dir/$name" "$draft"; }; then
    rm --force -- "$draft"
    fail "no se pudo escribir entera en $second."
  fi
  mv -- "$draft" "$second/$name"
  if [[ -d $dir/archivos ]]; then
    node "$built/features/archivos/command/command.js" --mover "$second/archivos" --de "$dir/archivos" ||
      fail "no se pudieron llevar todas las fotos y los documentos a $second; el motivo está arriba."
  fi
fi
[[ -z $without ]] ||
  fail "la base está copiada en $dir/$name${second:+ y en $second}, pero no todas las fotos y los documentos en $without; el motivo está arriba."
[[ -z $second || $second == *:* ]] || prune "$second"
prune "$dir"
echo "Copia terminada: $dir/$name${second:+, y en $second}."
