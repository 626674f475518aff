"""The personalised web shop: functions instead of options, years of behaviour instead of a blank start."""
