#!/bin/sh
# What agents call: `sh dogear.sh claude-code` for hooks, `… mcp` for the tools, `… statusline`. It finds Node and hands over
# to dogear.cjs beside it. `dogear init` writes into its copy where Node and the program were; if they are gone, those on the
# PATH are taken, then Node at its usual places. Where there is none it says nothing, and `dogear doctor` says what is wrong.
# Nothing in the work tree is run, where `npm run` leads the PATH to; who keeps the home in git has every program there.
node=
root=
[ -x "$node" ] || node=$(
  set -f; IFS=:
  cd -P . && top=$PWD
  while [ "$top" ] && [ ! -e "$top/.git" ]; do top=${top%/*}; done
  case $HOME/ in "$top"/*) top= ;; esac
  for at in $PATH; do
    case $at in /*) cd -P "$at" 2>/dev/null || continue ;; *) continue ;; esac
    case $top:$PWD/ in :*) ;; "$top:$top"/*) continue ;; esac
    [ -f "$at/node" ] && [ -x "$at/node" ] && printf %s "$at/node" && exit 0
  done
  exit 1
) || for node in /opt/homebrew/bin/node /usr/local/bin/node /usr/bin/node \
  "$HOME/.volta/bin/node" "$HOME/.local/share/mise/shims/node" "$HOME/.asdf/shims/node" "$HOME"/.nvm/versions/node/*/bin/node
do [ -x "$node" ] && break; done
word=$1
shift
if [ -x "$node" ]; then exec "$node" "${0%/*}/dogear.cjs" "$word" "$root" "$@"; fi
case $word in
  mcp) echo 'dogear: there is no Node: see dogear doctor' >&2; exit 1 ;;
  # The one that was there before dogear.
  statusline) if [ "$1" = --wrap ]; then eval "$2"; exit; fi ;;
esac
# Some who write into a pipe that nobody reads take that for a refusal.
PATH=/bin:/usr/bin:$PATH cat >/dev/null
exit 0
