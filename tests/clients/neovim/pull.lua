-- Neovim 0.12, which asks for diagnostics itself, in the encoding of the variable ENCODING: everything that an editor can
-- ask of the server.
local common = dofile(assert(os.getenv('CLIENTS')) .. '/neovim/common.lua')
local equal, wait = common.equal, common.wait
local encoding = assert(os.getenv('ENCODING'))
local buffer, client

local function line(number)
  return vim.api.nvim_buf_get_lines(buffer, number - 1, number, false)[1]
end

--- Puts the cursor on the first letter of a text of a line, or `offset` bytes behind it.
local function go(number, text, offset)
  local at = assert(line(number):find(text, 1, true), text)
  vim.api.nvim_win_set_cursor(0, { number, at - 1 + (offset or 0) })
end

local function at_cursor()
  return vim.lsp.util.make_position_params(0, client.offset_encoding)
end

local function ask(method, params)
  local answer = assert(client:request_sync(method, params, 10000, buffer))
  assert(not answer.err, vim.inspect(answer.err))
  return answer.result
end

--- The text of the buffer in a range, which may not span lines.
local function text_of(range)
  assert(range.start.line == range['end'].line)
  local text = line(range.start.line + 1)
  local first = vim.str_byteindex(text, encoding, range.start.character)
  return text:sub(first + 1, vim.str_byteindex(text, encoding, range['end'].character))
end

--- `line text` of each location.
local function places(locations)
  return vim.tbl_map(function(location)
    return ('%d %s'):format(location.range.start.line + 1, text_of(location.range))
  end, locations)
end

local function start()
  vim.cmd.edit('doc.md')
  vim.bo.filetype = 'markdown'
  equal(vim.bo.fileformat, 'dos', 'line ends of the document')
  buffer = vim.api.nvim_get_current_buf()
  local capabilities = vim.lsp.protocol.make_client_capabilities()
  capabilities.general.positionEncodings = { encoding }
  local options = { name = 'designlint', cmd = common.command, root_dir = vim.fn.getcwd(), capabilities = capabilities }
  local id = assert(vim.lsp.start(options))
  wait('diagnostics', function() return #vim.diagnostic.get(buffer) > 0 end)
  client = assert(vim.lsp.get_client_by_id(id))
  equal(client.offset_encoding, encoding, 'encoding')
  assert(client.server_capabilities.diagnosticProvider, 'the server can be asked for diagnostics')
end

local function diagnostics()
  equal(common.all(buffer), common.wanted(), 'diagnostics')
end

local function hover()
  go(11, '54 ms')
  local shown = ask('textDocument/hover', at_cursor())
  equal(text_of(shown.range), '54 ms', 'what the hover is about')
  local first = vim.split(shown.contents.value, '\n')[1]
  equal(first, '**wrong**: `3 x 15 ms = 45 ms`', 'the first line of the hover')
  assert(shown.contents.value:find('# arith%-mismatch'), 'the page of the rule')
end

local function inlay_hints()
  vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
  local wanted = {
    '7 7 x 6 MB = 43 MB|= 42 MB',
    '9 2,000 x 12 KB = 42 MB|= 24 MB',
    '11 3 x 15 ms = 54 ms|= 45 ms',
    '13 12 x 11 MB = 123 MB|= 132 MB',
    '19 **510|= 500',
    '19 5 x 12 = 61|= 60',
    '23 500 x 16,384 B = 8,912,000 B|= 8,192,000 B',
    '26 3 x 4,096 B =|12.288 KB',
  }
  local function shown()
    local hints = vim.tbl_map(function(h) return h.inlay_hint end, vim.lsp.inlay_hint.get({ bufnr = buffer }))
    table.sort(hints, function(a, b)
      return a.position.line < b.position.line or a.position.line == b.position.line and a.position.character < b.position.character
    end)
    local found = {}
    for nth, hint in ipairs(hints) do
      local number = hint.position.line + 1
      -- Neovim has made bytes of the characters.
      local before = line(number):sub(1, hint.position.character)
      -- As much of the text before it as is expected there.
      local tail = wanted[nth] and #wanted[nth]:match('^%d+ (.*)|') or 0
      found[nth] = ('%d %s|%s'):format(number, before:sub(-tail), hint.label)
    end
    return found
  end
  wait('inlay hints', function() return #shown() > 0 end)
  equal(shown(), wanted, 'inlay hints')
end

local function names()
  go(23, 'page_bytes', 3)
  equal(places(ask('textDocument/definition', at_cursor())), { '22 page_bytes' }, 'definition')
  local params = vim.tbl_extend('force', at_cursor(), { context = { includeDeclaration = true } })
  equal(places(ask('textDocument/references', params)), { '22 page_bytes', '23 page_bytes', '23 16,384 B' }, 'references')
  vim.lsp.buf.rename('leaf_bytes')
  wait('the new name', function() return line(23):find('leaf_bytes', 1, true) end)
  equal(line(22), 'leaf_bytes = 16 x 1,024 B = 16,384 B   # 𝒑𝒂𝒈𝒆', 'the definition, renamed')
  vim.cmd.undo()
  equal(line(22):sub(1, 10), 'page_bytes', 'the rename is one step')
end

local function completion()
  go(26, 'B =', 2)
  vim.cmd.normal({ 'A', bang = true })
  local params = at_cursor()
  params.position.character = params.position.character + 1
  local items = ask('textDocument/completion', params)
  local first = (items.items or items)[1]
  vim.lsp.util.apply_text_edits({ first.textEdit }, buffer, client.offset_encoding)
  equal(line(26), 'With 🧊 pages of 4,096 B, three take 3 x 4,096 B = 12.288 KB', 'line 26, completed')
end

local function lens_and_outline()
  local document = { textDocument = vim.lsp.util.make_text_document_params(buffer) }
  local lenses = ask('textDocument/codeLens', document)
  equal(lenses[1].command.title, '7 of 14 calculations verified', 'the code lens')
  local symbols = ask('textDocument/documentSymbol', document)
  equal(symbols[1].name, 'Sizes of the 写真 cache 📷', 'the outline')
  local folds = vim.tbl_map(function(f) return ('%d-%d'):format(f.startLine + 1, f.endLine + 1) end, ask('textDocument/foldingRange', document))
  assert(vim.tbl_contains(folds, '1-3') and vim.tbl_contains(folds, '15-19') and vim.tbl_contains(folds, '21-24'), vim.inspect(folds))
end

local function act(title)
  vim.lsp.buf.code_action({ apply = true, filter = function(action) return action.title == title end })
end

local function actions()
  go(11, '54 ms')
  act('write 45 ms')
  local mended = 'Cafe\204\129 cre\204\128me bru\204\130le\204\129e: 3 x 15 ms = 45 ms, and n\204\131 again 3 x 15 ms = 45 ms.'
  wait('line 11, mended', function() return line(11) == mended end)
  local rest = common.without(common.wanted(), '^11:')
  wait('line 11 without diagnostics', function() return vim.deep_equal(common.all(buffer), rest) end)
  go(9, '42 MB')
  act('hide `arith-mismatch` here with a reason')
  wait('a comment', function() return vim.fn.search('designlint-disable', 'nw') > 0 end)
  vim.cmd.undo()
  go(1, '---')
  act('apply all safe fixes of designlint')
  wait('everything safe, mended', function() return #vim.diagnostic.get(buffer) == 1 end)
  equal(common.all(buffer), common.without(common.wanted(), 'arith%-mismatch'), 'what is not safe to mend')
end

local function typing()
  vim.api.nvim_buf_set_lines(buffer, 6, 7, true, { '🎉 9 x 6 MB = 45 MB.' })
  local typed = '7:3-7:19 error[arith-mismatch] `9 x 6 MB` is 54 MB, not 45 MB'
  wait('the diagnostic of a new mistake', function() return common.all(buffer)[1] == typed end)
  vim.cmd.write()
  local saved = table.concat(vim.fn.readfile('doc.md', 'b'), '\n')
  equal(select(2, saved:gsub('[^\r]\n', '')), 0, 'lines without a carriage return')
end

common.run(function()
  start()
  for _, step in ipairs({ diagnostics, hover, inlay_hints, names, lens_and_outline, completion, actions, typing }) do
    step()
  end
  client:stop()
  wait('the end of the server', function() return client:is_stopped() end)
  common.out('%s: diagnostics, hover, hints, names, lens, outline, completion, actions, typing', encoding)
end)
