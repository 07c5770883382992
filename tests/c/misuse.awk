# Makes a C program out of shiptrack.h that calls every function with what it must not be given.
#
#   awk -f misuse.awk include/shiptrack.h > misuse.c
#
# Rounds: 0 NULL and zero everywhere; 1 objects of another kind, text that is no UTF-8, lengths no memory has; 2 the same
# with the right objects; 3 the right objects, empty texts, no bytes; 4 the right objects, texts, and no place for outputs.

function kind(parameter) {
  if (parameter ~ /shiptrack_error \*\*error$/) return "error"
  if (parameter ~ /const char \*const \*/) return "texts"
  if (parameter ~ /\*\*/) return "out"
  if (parameter ~ /const char \*/) return "text"
  if (parameter ~ /const uint8_t \*/) return "bytes"
  if (parameter ~ /shiptrack_(time|attempt|text) \*/) return "scalar"
  if (parameter ~ /struct shiptrack_[a-z_]+ \*/) return "object"
  if (parameter ~ /void \*/ || parameter ~ /_fn /) return "null"
  if (parameter ~ /\*/) return "scalar"
  if (parameter ~ /size_t|uint64_t/) return "size"
  if (parameter ~ /double/) return "double"
  return "number"
}

function object_of(parameter) {
  match(parameter, /shiptrack_[a-z_]+/)
  return substr(parameter, RSTART + 10, RLENGTH - 10)
}

function argument(round, parameter,    k, o) {
  k = kind(parameter)
  if (k == "error") return round == 4 ? "NULL" : "&error"
  if (round == 0) return k == "number" || k == "size" || k == "double" ? "0" : "NULL"
  if (k == "null") return "NULL"
  if (k == "out") return round == 4 ? "NULL" : "(void *)&sink"
  if (k == "scalar") return round == 4 ? "NULL" : "(void *)scalars"
  if (k == "text") return round < 3 ? "BAD" : round == 3 ? "\"\"" : "\"x\""
  if (k == "texts") return round < 3 ? "BADS" : "NULL"
  if (k == "bytes") return "BYTE"
  if (k == "size") return round < 3 ? "SIZE_MAX" : "0"
  if (k == "number") return round < 3 ? (parameter ~ /int64_t/ ? "INT64_MAX" : parameter ~ /uint32_t/ ? "UINT32_MAX" : "INT32_MAX") : "0"
  if (k == "double") return round < 3 ? "-1.0" : "0.0"
  o = object_of(parameter)
  return "(void *)" (round == 1 ? (o == "cancel" ? "live_clock" : "live_cancel") : (o ~ /^(look_up|answer|attachment|extraction)$/ ? "NULL" : "live_" o))
}

BEGIN { RS = ";" }

{
  gsub(/\/\*\*([^*]|\*[^\/])*\*\//, "")
  gsub(/[ \n\t]+/, " ")
}

match($0, /(void|int32_t|int64_t|uint32_t|uint64_t|size_t|struct shiptrack_text|const struct shiptrack_resource \*|const char \*) ?shiptrack_[a-z0-9_]+\(.*\)$/) && !/typedef/ {
  text = substr($0, RSTART)
  open = index(text, "(")
  head = substr(text, 1, open - 1)
  name = head
  sub(/.*[ *]/, "", name)
  returns = substr(head, 1, length(head) - length(name))
  parameters = substr(text, open + 1, length(text) - open - 1)
  count = split(parameters, list, / ?, ?/)
  if (parameters == "void" || name == "shiptrack_test_panic") next
  functions++
  has_error = parameters ~ /shiptrack_error \*\*error$/
  ends = name ~ /_(free|close|stop|now)$/ && name !~ /clock_now|look_up_now/
  for (round = 0; round <= 4; round++) {
    if (round >= 2 && ends) continue
    arguments = ""
    refusable = 0
    out = ""
    for (i = 1; i <= count; i++) {
      arguments = arguments (i > 1 ? ", " : "") argument(round, list[i])
      k = kind(list[i])
      if (k == "object" || k == "text") refusable = refusable || round <= 1
      if (k == "out") refusable = refusable || round == 0
      if (k == "text" || k == "texts" || k == "bytes") refusable = refusable || round == 2
      if (k == "out") out = object_of(list[i])
    }
    call = name "(" arguments ")"
    if (has_error && returns ~ /int32_t/) {
      free_it = out == "" || parameters ~ /const struct shiptrack_resource \*\*/ ? "" : "shiptrack_" out "_free(sink);"
      body = body sprintf("  begin(\"%s\", %d);\n  status = %s;\n  end(status, %d);\n", name, round, call, refusable)
      if (free_it != "") body = body sprintf("  if (status == SHIPTRACK_OK && sink != CANARY) %s\n", free_it)
    } else {
      body = body sprintf("  begin(\"%s\", %d);\n  (void)%s;\n", name, round, call)
    }
  }
}

END {
  print "/* Made by misuse.awk. */"
  print "#include \"misuse.h\""
  print "int main(void) {"
  print "  int32_t status;"
  print "  set_up();"
  printf "%s", body
  print "  tear_down();"
  printf "  printf(\"%%d functions misused\\n\", %d);\n", functions
  print "  return 0;\n}"
}
