"""Messages and services of the proto package `intrigue.district_noir.v1`."""
