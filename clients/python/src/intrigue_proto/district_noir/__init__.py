"""The versions of the proto package `intrigue.district_noir`."""
