@echo off
rem Installs warcouncil from this folder, without a network. Another folder than the usual one: install.cmd FOLDER
for %%v in (@VERSIONS@) do (
  py -%%v -c "" >nul 2>&1 && (py -%%v "%~dp0." --install %* & goto done)
)
python -c "" >nul 2>&1 && (python "%~dp0." --install %* & goto done)
echo warcouncil: no Python was found; install one of @VERSIONS@ first (python.org)
:done
pause
