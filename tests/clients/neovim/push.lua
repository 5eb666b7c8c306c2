-- Neovim 0.7, which waits for the server to push: diagnostics, quick fix, hover.
local common = dofile(assert(os.getenv('CLIENTS')) .. '/neovim/common.lua')

local function request(buffer, id, method, params)
  local answers, problem = vim.lsp.buf_request_sync(buffer, method, params, 10000)
  assert(answers and answers[id], ('%s: %s'):format(method, problem or 'no answer'))
  assert(not answers[id].error, vim.inspect(answers[id].error))
  return answers[id].result
end

--- The quick fixes at a line, counted from 0.
local function fixes(buffer, id, line)
  local function lsp(d)
    local range = { start = { line = d.lnum, character = 0 }, ['end'] = { line = d.lnum, character = 0 } }
    local ours = { range = range, message = d.message, severity = d.severity, source = d.source }
    return vim.tbl_extend('force', ours, d.user_data.lsp)
  end
  return request(buffer, id, 'textDocument/codeAction', {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    range = { start = { line = line, character = 0 }, ['end'] = { line = line, character = 200 } },
    context = { diagnostics = vim.tbl_map(lsp, vim.diagnostic.get(buffer, { lnum = line })), only = { 'quickfix' } },
  })
end

common.run(function()
  vim.cmd('edit doc.md')
  vim.bo.filetype = 'markdown'
  common.equal(vim.bo.fileformat, 'dos', 'line ends of the document')
  local buffer = vim.api.nvim_get_current_buf()
  local id = assert(vim.lsp.start_client({ name = 'designlint', cmd = common.command, root_dir = vim.fn.getcwd() }))
  vim.lsp.buf_attach_client(buffer, id)
  common.wait('diagnostics', function() return #vim.diagnostic.get(buffer) > 0 end)
  common.equal(common.all(buffer), common.wanted(), 'diagnostics')
  local client = vim.lsp.get_client_by_id(id)
  common.equal(client.offset_encoding, 'utf-16', 'encoding')

  local actions = vim.tbl_filter(function(a) return a.edit end, fixes(buffer, id, 10))
  assert(actions[1], 'no quick fix')
  vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding)
  local mended = 'Cafe\204\129 cre\204\128me bru\204\130le\204\129e: 3 x 15 ms = 45 ms, and n\204\131 again 3 x 15 ms = 45 ms.'
  common.equal(vim.fn.getline(11), mended, 'line 11, mended')
  local rest = common.without(common.wanted(), '^11:')
  common.wait('line 11 without diagnostics', function() return vim.deep_equal(common.all(buffer), rest) end)

  vim.fn.setline(7, '🎉 ' .. '9 x 6 MB = 45 MB.')
  local typed = '7:3-7:19 error[arith-mismatch] `9 x 6 MB` is 54 MB, not 45 MB'
  common.wait('the diagnostic of a new mistake', function() return common.all(buffer)[1] == typed end)
  vim.lsp.stop_client(id)
  common.wait('the end of the server', function() return client.is_stopped() end)
end)
