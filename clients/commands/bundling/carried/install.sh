#!/bin/sh
# Installs warcouncil from this folder, without a network. Another folder than ~/warcouncil: sh install.sh FOLDER
here=$(dirname "$0")
for python in @PYTHONS@ python3; do
  if "$python" -c "" >/dev/null 2>&1; then exec "$python" "$here" --install "$@"; fi
done
echo "warcouncil: no Python was found; install one of @VERSIONS@ first (python.org)" >&2
exit 2
