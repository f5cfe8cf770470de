#!/bin/sh
# What agents call: `sh dogear.sh claude-code` for hooks, `… mcp` for the tools, `… statusline`. It finds Node and hands over
# to dogear.cjs beside it. `dogear init` writes into its copy where Node and the program were; if they are gone, those on the
# PATH are taken, then Node at its usual places. Where there is none it says nothing, and `dogear doctor` says what is wrong.
node=
root=
[ -x "$node" ] || node=$(command -v node) || for node in /opt/homebrew/bin/node /usr/local/bin/node /usr/bin/node \
  "$HOME/.volta/bin/node" "$HOME/.local/share/mise/shims/node" "$HOME/.asdf/shims/node" "$HOME"/.nvm/versions/node/*/bin/node
do [ -x "$node" ] && break; done
word=$1
shift
if [ -x "$node" ]; then exec "$node" "${0%/*}/dogear.cjs" "$word" "$root" "$@"; fi
case $word in
  mcp) echo 'dogear: there is no Node: see dogear doctor' >&2; exit 1 ;;
  # The one that was there before dogear.
  statusline) if [ "$1" = --wrap ]; then exec sh -c "$2"; fi ;;
esac
# Some who write into a pipe that nobody reads take that for a refusal.
cat >/dev/null
exit 0
