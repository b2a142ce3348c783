"""The pages of the workbench: plain ones for lists and forms, live ones, drawn with NiceGUI, for the tasks."""
