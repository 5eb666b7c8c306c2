-- Waits for the diagnostics of the open document and prints them: `line:column severity rule message`.
local severities = { 'error', 'warning', 'info', 'hint' }
local shown = vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 20)
for _, d in ipairs(vim.diagnostic.get(0)) do
  local code = d.code or d.user_data.lsp.code
  io.stdout:write(('%d:%d %s %s %s\n'):format(d.lnum + 1, d.col + 1, severities[d.severity], code, d.message))
end
vim.cmd(shown and 'qall!' or 'cquit 1')
