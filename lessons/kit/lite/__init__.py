"""The notebooks in JupyterLite: a folder in which JupyterLab and Python run in the browser."""
