"""The pages of the dashboard; each is a script that Streamlit runs, and holds no rule and no SQL."""
