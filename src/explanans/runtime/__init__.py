"""Caches, progress bars, worker processes, resumable jobs and the chat-completion client."""
