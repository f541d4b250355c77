"""The commands, one a module: each reads, calls the library and prints."""
