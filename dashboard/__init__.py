"""The dashboard: thin Streamlit pages over the library."""
