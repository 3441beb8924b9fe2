# What the unit tests embed: awkward texts, written at configure time because no editor keeps them intact, and
# the published schemas. tests/unit/embed_test.cpp and models_schema_test.cpp say what must come back.
function(gin_embed_samples target)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/embed_samples")

  set(every_byte "")
  foreach(code RANGE 1 255)
    string(ASCII ${code} byte)
    string(APPEND every_byte "${byte}")
  endforeach()
  file(WRITE "${folder}/every_byte.bin" "${every_byte}")

  file(WRITE "${folder}/quotes.schema.json" "{\"a\": \"b\\\"c\"} )\" R\"( ??/ \\x41 \\0 // /* ${every_byte}")
  file(WRITE "${folder}/line_ends.txt" "one\r\ntwo\n\n\tthree")
  string(REPEAT "0123456789abcdef" 8192 large)
  file(WRITE "${folder}/large.txt" "${large}")
  file(WRITE "${folder}/empty.txt" "")

  gin_embed(${target} samples "${folder}/every_byte.bin" "${folder}/quotes.schema.json"
    "${folder}/line_ends.txt" "${folder}/large.txt" "${folder}/empty.txt")
  gin_embed(${target} published_schemas
    "${ginlab_SOURCE_DIR}/models/profile.schema.json" "${ginlab_SOURCE_DIR}/models/stack.schema.json")
endfunction()
