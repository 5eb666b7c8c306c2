-- What both versions of Neovim need: the server to start, the place of a diagnostic as the command line writes it, and
-- assertions that say what was shown instead.
local M = { binary = assert(os.getenv('DESIGNLINT')), expected = assert(os.getenv('EXPECTED')) }

M.command = { M.binary, 'lsp' }
M.severities = { 'error', 'warning', 'info', 'info' }

function M.out(...)
  io.stdout:write(string.format(...) .. '\n')
end

function M.equal(found, wanted, what)
  if not vim.deep_equal(found, wanted) then
    error(('%s:\n  wanted %s\n  found  %s'):format(what, vim.inspect(wanted), vim.inspect(found)), 2)
  end
end

--- Waits until a condition holds, 10 s at most.
function M.wait(what, condition)
  assert(vim.wait(10000, condition, 20), 'not in 10 s: ' .. what)
end

--- `line:column` from 1, in characters of Unicode, of a byte of a line of the buffer.
local function place(buffer, line, byte)
  local text = vim.api.nvim_buf_get_lines(buffer, line, line + 1, false)[1] or ''
  return ('%d:%d'):format(line + 1, vim.fn.strchars(text:sub(1, byte)) + 1)
end

--- A diagnostic of a buffer as `expected.txt` has it.
function M.shown(buffer, d)
  local code = d.code or d.user_data.lsp.code
  local range = place(buffer, d.lnum, d.col) .. '-' .. place(buffer, d.end_lnum, d.end_col)
  return ('%s %s[%s] %s'):format(range, M.severities[d.severity], code, d.message:match('^[^\n]*'))
end

--- All diagnostics of a buffer, in the order of their places.
function M.all(buffer)
  local found = vim.diagnostic.get(buffer)
  table.sort(found, function(a, b)
    if a.lnum ~= b.lnum then return a.lnum < b.lnum end
    if a.col ~= b.col then return a.col < b.col end
    return a.end_col < b.end_col
  end)
  return vim.tbl_map(function(d) return M.shown(buffer, d) end, found)
end

--- What the command line says of the document.
function M.wanted()
  return vim.fn.readfile(M.expected)
end

--- The lines of a list without those that match.
function M.without(lines, pattern)
  return vim.tbl_filter(function(line) return not line:find(pattern) end, lines)
end

--- Runs a scenario and ends the editor: 0 where it holds, else 1.
function M.run(scenario)
  local ok, reason = xpcall(scenario, debug.traceback)
  if not ok then
    io.stderr:write(reason .. '\n')
    vim.cmd('cquit 1')
  end
  vim.cmd('qall!')
end

return M
